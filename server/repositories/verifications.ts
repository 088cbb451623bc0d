/** Codes and mailed links that prove a number or an address, and the limits on sending them. All on real time. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ContactKind } from '#core/contract/verification.ts'
import type { VerificationTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type VerificationRow = Selectable<VerificationTable>
export type VerificationPurpose = VerificationTable['purpose']

/** Any constant: sends are counted one after the other, so that limits hold over all processes. */
const SEND_LOCK = 0x07b

/** Held until the transaction ends; the provider is called after it. */
export const lockSends = (tx: Tx) => sql`select pg_advisory_xact_lock(${SEND_LOCK})`.execute(tx)

interface SendCount {
  readonly max: number
  readonly hours: number
}
export interface SendLimits {
  /** Over all accounts, for whoever has had `reserved` of their own. */
  readonly value: readonly SendCount[]
  /** To one number for one account, whatever others have sent to it: else a stranger who names it stops its owner. */
  readonly reserved: SendCount
  /** To one number over all accounts, the reserved ones among them. */
  readonly flood: SendCount
  readonly address: SendCount
  /** Of the addresses beside it, which one customer of a provider may all have. */
  readonly network: SendCount
  readonly site: SendCount
  /** Different numbers of one account. */
  readonly valuesOfUser: SendCount
  /** Seconds between sends to one number for one account, by how many there were in the last hour. */
  readonly gaps: readonly number[]
}
export interface SendAttempt {
  readonly userId: number
  readonly kind: ContactKind
  readonly value: string
  readonly address: string | null
}
export interface SendWaits {
  readonly gap: number
  readonly value: number
  readonly address: number
  readonly network: number
  readonly site: number
  readonly valuesOfUser: number
}

const hours = (count: number) => sql`make_interval(hours => ${count})`
const secondsUntil = (moment: ReturnType<typeof sql>) =>
  sql<number>`greatest(0, coalesce(ceil(extract(epoch from ${moment} - clock_timestamp())), 0))::int`

/** Seconds for which one more send is over a limit, for each limit; all zero when it may go. */
export async function sendWaits(tx: Tx, attempt: SendAttempt, limits: SendLimits): Promise<SendWaits> {
  const { userId, kind, value, address } = attempt
  const nth = (where: ReturnType<typeof sql>, { max, hours: span }: SendCount) =>
    secondsUntil(sql`(select created_at + ${hours(span)} from verification
      where ${where} and created_at > clock_timestamp() - ${hours(span)}
      order by created_at desc offset ${max - 1} limit 1)`)
  // of IPv6 somebody has a whole /64, an address for each request
  const around = (ipv6: number, ipv4: number) =>
    sql`address <<= set_masklen(${address}::inet, case family(${address}::inet) when 6 then ${sql.lit(ipv6)} else ${sql.lit(ipv4)} end)`
  const ofValue = limits.value.map((count) => nth(sql`value = ${value}`, count))
  const own = sql`user_id = ${userId} and kind = ${kind} and value = ${value}`
  const { rows } = await sql<SendWaits>`
    select greatest(${nth(sql`value = ${value}`, limits.flood)},
        case when ${nth(own, limits.reserved)} > 0 then greatest(${sql.join(ofValue)}) else 0 end) as value,
      ${nth(around(64, 32), limits.address)} as address,
      ${nth(around(48, 24), limits.network)} as network,
      ${nth(sql`kind = 'phone' and ${sql.lit(kind === 'phone')}`, limits.site)} as site,
      ${secondsUntil(sql`(select max(created_at) + ${hours(limits.valuesOfUser.hours)} from verification
          where user_id = ${userId} and kind = ${kind} and value <> ${value}
            and created_at > clock_timestamp() - ${hours(limits.valuesOfUser.hours)}
          group by value order by max(created_at) desc offset ${limits.valuesOfUser.max - 1} limit 1)`)} as "valuesOfUser",
      (select case when count(*) = 0 then 0 else
            ${secondsUntil(sql`(max(created_at) + make_interval(secs =>
              (array[${sql.join(limits.gaps.map((seconds) => sql.lit(seconds)))}]::float8[])[least(count(*), ${sql.lit(limits.gaps.length)})]))`)} end
         from verification where user_id = ${userId} and kind = ${kind} and value = ${value}
          and created_at > clock_timestamp() - interval '1 hour') as gap`.execute(tx)
  return rows[0] as SendWaits
}

interface CodeOf {
  readonly userId: number
  readonly kind: ContactKind
}

const live = sql<boolean>`used_at is null and replaced_at is null`
const now = sql<Date>`clock_timestamp()`

/** A newer code kills the older ones of the same contact, whatever they were for. */
export const replaceCodes = (tx: Tx, { userId, kind }: CodeOf) =>
  tx
    .updateTable('verification')
    .set({ replaced_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where(live)
    .execute()

const CODE_MINUTES = 10
const LINK_HOURS = 24

export const insertVerification = (
  tx: Tx,
  values: Omit<Insertable<VerificationTable>, 'expires_at' | 'link_expires_at'>,
) =>
  tx
    .insertInto('verification')
    .values({
      ...values,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`,
      link_expires_at: values.token_hash
        ? sql<Date>`clock_timestamp() + make_interval(hours => ${LINK_HOURS})`
        : null,
    })
    .execute()

/** The provider whose answer to the last send is unknown: the next send begins after it. */
export async function lastUnknownProvider(tx: Tx, { userId, kind }: CodeOf): Promise<string | null> {
  const row = await tx
    .selectFrom('verification')
    .select(['provider', 'outcome'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.outcome === 'unknown' ? row.provider : null
}

export const setSendOutcome = (
  tx: Tx,
  id: string,
  changes: Partial<Pick<VerificationRow, 'outcome' | 'provider' | 'provider_ref' | 'code_hmac'>>,
) => tx.updateTable('verification').set(changes).where('id', '=', id).execute()

export const killVerification = (tx: Tx, id: string) =>
  tx.updateTable('verification').set({ outcome: 'refused', replaced_at: now }).where('id', '=', id).execute()

/** Counts one check of the code that is live. The row stays locked, so that parallel checks are counted exactly. */
export const countCheck = (
  tx: Tx,
  { userId, kind, purpose }: CodeOf & { purpose: VerificationPurpose },
  max: number,
): Promise<VerificationRow | undefined> =>
  tx
    .updateTable('verification')
    .set({ checks: sql<number>`checks + 1` })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('purpose', '=', purpose)
    .where(live)
    .where('expires_at', '>', now)
    .where('checks', '<', max)
    .returningAll()
    .executeTakeFirst()

/** Undefined when it was used or replaced in between. */
export const consumeVerification = (tx: Tx, id: string): Promise<VerificationRow | undefined> =>
  tx
    .updateTable('verification')
    .set({ used_at: now })
    .where('id', '=', id)
    .where(live)
    .returningAll()
    .executeTakeFirst()

/** By the mailed link; undefined when it is unknown, used, replaced or expired. */
export const consumeLink = (tx: Tx, tokenHash: Buffer): Promise<VerificationRow | undefined> =>
  tx
    .updateTable('verification')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where(live)
    .where('link_expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const insertSandboxCode = (tx: Tx, row: { recipient: string; kind: ContactKind; code: string }) =>
  tx.insertInto('sandbox_code').values(row).execute()

/** What somebody of the team has, or is changing to. */
const isOfTeam = sql`exists (
  select from app_user u left join contact_change c on c.user_id = u.id
   where u.user_type in ('Admin', 'Mediator') and sandbox_code.recipient in (u.phone_number, u.email, c.new_value))`

interface CodeQuery {
  readonly search?: string | undefined
  readonly page: number
  readonly page_size: number
  readonly withoutTeam: boolean
}

/** Newest first; `search` is a number or an address. */
export async function listSandboxCodes(tx: Tx, { search, page, page_size, withoutTeam }: CodeQuery) {
  let from = tx
    .selectFrom('sandbox_code')
    .$if(withoutTeam, (codes) => codes.where(sql<boolean>`not ${isOfTeam}`))
  if (search) from = from.where('recipient', '=', search)
  const rows = await from
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
