/** What the whole site has done within an hour, for the alarms. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Payouts are held because everybody together would be paid more than `maxPaise` within an hour. By the product's clock. */
export async function isSitePayoutLimitReached(
  tx: Tx,
  { maxPaise, now }: { maxPaise: number; now: number },
): Promise<boolean> {
  const since = new Date(now - 3_600_000)
  const { rows } = await sql<{ is_reached: boolean }>`
    select exists (
      select from payout late where status = 'held' and purpose = 'release' and 'velocity' = any(held_because)
         and created_at > ${since}
         and amount_paise + (
           select coalesce(sum(amount_paise), 0) from payout
            where purpose = 'release' and status not in ('held', 'returned')
              and created_at > ${since} and created_at <= late.created_at) > ${maxPaise}
    ) as is_reached`.execute(tx)
  return rows[0]?.is_reached ?? false
}

/** Codes to phones, on real time. */
export async function countCodesOfHour(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from verification
     where kind = 'phone' and created_at > clock_timestamp() - interval '1 hour'`.execute(tx)
  return rows[0]?.count ?? 0
}
