/** What is known of the two sides of a release, and how much was paid lately: for who looks at it before it is sent. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export interface PayoutVolume {
  /** Of this payee within a day, without the one that is judged. */
  readonly day_paise: number
  readonly day_count: number
  /** Releases that have reached this payee. */
  readonly paid_count: number
  /** Of everybody within an hour. */
  readonly hour_paise: number
}

export async function payoutVolume(
  tx: Tx,
  { payoutId, userId, now }: { payoutId: string; userId: number; now: number },
): Promise<PayoutVolume> {
  const { rows } = await sql<PayoutVolume>`
    select coalesce(sum(amount_paise) filter (where user_id = ${userId}), 0)::bigint as day_paise,
           count(*) filter (where user_id = ${userId})::int as day_count,
           (select count(*)::int from payout where user_id = ${userId} and purpose = 'release' and status = 'paid') as paid_count,
           coalesce(sum(amount_paise) filter (where created_at > ${new Date(now - 3_600_000)}), 0)::bigint as hour_paise
      from payout
     where purpose = 'release' and status not in ('held', 'returned') and id <> ${payoutId}
       and created_at > ${new Date(now - 86_400_000)}`.execute(tx)
  return rows[0] ?? { day_paise: 0, day_count: 0, paid_count: 0, hour_paise: 0 }
}

interface SharedIdentity {
  /** Payer and payee have one number, device or target. */
  readonly shared: boolean
  /** Other people who had this very target before the payee. */
  readonly others: number
}

/**
 * What somebody else can type of a payee counts against nobody: a payer's number for payments, which is not proved, a target in
 * whose name they are not, and whoever took the payee's target after the payee.
 */
export async function sharedIdentity(
  tx: Tx,
  { payerId, payeeId, targetHash }: { payerId: number; payeeId: number; targetHash: Buffer },
): Promise<SharedIdentity> {
  const { rows } = await sql<SharedIdentity>`
    select exists (
        select from app_user a, app_user b where a.id = ${payerId} and b.id = ${payeeId}
           and a.phone_number in (b.phone_number, b.payment_number))
      or exists (
        select from known_origin a join known_origin b on b.kind = a.kind and b.hash = a.hash
         where a.kind = 'device' and a.user_id = ${payerId} and b.user_id = ${payeeId})
      or exists (
        select from payout_target where user_id = ${payerId} and address_hash = ${targetHash} and name_matches) as shared,
      (select count(distinct user_id)::int from payout_target
        where address_hash = ${targetHash} and retired_at is null and name_matches and user_id <> ${payeeId}
          and created_at < (select min(created_at) from payout_target
                             where address_hash = ${targetHash} and user_id = ${payeeId})) as others`.execute(
    tx,
  )
  return rows[0] ?? { shared: false, others: 0 }
}

/** The accounts that a deal was paid from. */
export async function sourcesOfDeal(tx: Tx, dealId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('deposit')
    .select('source')
    .where('deal_id', '=', dealId)
    .where('source', 'is not', null)
    .execute()
  return rows.flatMap(({ source }) => (source === null ? [] : [source]))
}
