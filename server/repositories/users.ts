import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { ListQuery } from '#core/contract/endpoint.ts'
import type { Locale } from '#core/locale.ts'
import type { Role, UserType } from '#core/roles.ts'
import { prepare } from '#server/db/prepare.ts'
import type { UserTable } from '#server/db/tables.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import { isAmong, type OriginHash } from './known-origins.ts'

export type UserRow = Selectable<UserTable>

export interface NewUser {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  payment_number: string | null
  business_name: string | null
  user_type: UserType
  password_hash: string
  locale?: Locale
  phone_unchecked?: boolean
  email_unchecked?: boolean
  phone_verified_at?: Date
  email_verified_at?: Date
}

/** False once another person has proved the number, or the account was deleted. */
export const hasPhone = ({ phone_number }: Pick<UserRow, 'phone_number'>): boolean => /^\d/.test(phone_number)
export const hasEmail = ({ email }: Pick<UserRow, 'email'>): boolean => !email.endsWith('.invalid')

/** The one account whose number it is. In the words of the index: others may have typed the same number. */
export const holdsPhone = sql<boolean>`(phone_verified_at is not null or phone_unchecked)`
export const holdsEmail = sql<boolean>`(email_verified_at is not null or email_unchecked)`

/** In the words of the index. */
export const sells = sql<boolean>`(user_type = 'Seller' or 'Seller' = any(other_roles))`

/** Undefined when somebody has the phone or the email already. */
export const insertUser = (tx: Tx, values: NewUser): Promise<UserRow | undefined> =>
  tx
    .insertInto('app_user')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Which of these are taken already; for messages beside the fields. */
export async function takenFields(
  tx: Tx,
  phone: string,
  email: string,
): Promise<{ phone: boolean; email: boolean }> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['phone_number', 'email'])
    .where((eb) =>
      eb.or([
        eb.and([eb('phone_number', '=', phone), holdsPhone]),
        eb.and([eb('email', '=', email), holdsEmail]),
      ]),
    )
    .execute()
  return {
    phone: rows.some((row) => row.phone_number === phone),
    email: rows.some((row) => row.email === email),
  }
}

const live = (tx: Tx) => tx.selectFrom('app_user').selectAll().where('deleted_at', 'is', null)

/** Whose number it is; nobody while no account has proved it, where numbers are checked. */
export const findUserByPhone = async (tx: Tx, phone: string): Promise<UserRow | undefined> =>
  (await selectByPhone(tx, { phone })).rows[0]

const selectByPhone = prepare((tx: Tx, { phone }: { phone: string }) =>
  live(tx).where('phone_number', '=', phone).where(holdsPhone),
)

/**
 * The accounts that name the number: its holder, then those that know the device or the address, then the oldest. Were the
 * newest first, a few later accounts of strangers would keep the first one out.
 */
export const findUsersByPhone = (
  tx: Tx,
  phone: string,
  { origins, limit }: { origins: readonly OriginHash[]; limit: number },
): Promise<UserRow[]> =>
  live(tx)
    .where('phone_number', '=', phone)
    .orderBy(holdsPhone, 'desc')
    .orderBy(
      sql`(select coalesce(max(case k.kind when 'device' then 2 else 1 end), 0) from known_origin k
            where k.user_id = app_user.id and ${isAmong(origins)})`,
      'desc',
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whose address it is, else who has proved a number, else the oldest: a later account takes no mail from an earlier one. */
export const findUserByEmail = (tx: Tx, email: string): Promise<UserRow | undefined> =>
  live(tx)
    .where('email', '=', email)
    .orderBy(holdsEmail, 'desc')
    .orderBy(holdsPhone, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** A person of a deal. */
export interface PersonRow extends UserRow {
  /** Of an app of theirs, whatever it listens to. */
  readonly has_webhook: boolean
}

interface PeopleKeys {
  readonly firstId: number
  readonly secondId: number | null
  readonly phone: string
}

/** These two users, and whoever has the phone. Two by name: for an array of any length it would be planned each time. */
export async function findPeople(
  tx: Tx,
  [firstId, secondId]: readonly [number, number | null],
  phone: string | null,
): Promise<PersonRow[]> {
  const ids = { firstId, secondId }
  const { rows } = await (phone === null ? selectPair(tx, ids) : selectPeople(tx, { ...ids, phone }))
  return rows
}

const people = (tx: Tx) =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .select(
      sql<boolean>`exists (select from app join webhook_endpoint e on e.app_id = app.id and e.deleted_at is null
                           where app.owner_id = app_user.id)`.as('has_webhook'),
    )

const selectPair = prepare((tx: Tx, { firstId, secondId }: Omit<PeopleKeys, 'phone'>) =>
  people(tx).where(sql<boolean>`id in (${firstId}, ${secondId})`),
)

const selectPeople = prepare((tx: Tx, { firstId, secondId, phone }: PeopleKeys) =>
  people(tx).where(
    sql<boolean>`id in (${firstId}, ${secondId}) or (phone_number = ${phone}::text and ${holdsPhone} and deleted_at is null)`,
  ),
)

const selectUser = prepare((tx: Tx, { id }: { id: number }) =>
  tx.selectFrom('app_user').selectAll().where('id', '=', id),
)

export const findUser = async (tx: Tx, id: number): Promise<UserRow | undefined> =>
  (await selectUser(tx, { id })).rows[0]

/** Those who decide disputes and look after stray money. */
export const findTeam = (tx: Tx): Promise<UserRow[]> =>
  live(tx).where('user_type', 'in', ['Admin', 'Mediator']).orderBy('id').limit(50).execute()

/** Their ids, locked in one order: two changes of roles at the same moment come one after the other. */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const rows = await live(tx).where('user_type', '=', 'Admin').orderBy('id').forNoKeyUpdate().execute()
  return rows.map(({ id }) => id)
}

export const lockTeamMember = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  live(tx)
    .where('id', '=', id)
    .where('user_type', 'in', ['Admin', 'Mediator'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setRole = (tx: Tx, id: number, role: UserType): Promise<UserRow> =>
  tx
    .updateTable('app_user')
    .set({ user_type: role })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The role in use comes before all others. */
export const setRoles = (
  tx: Tx,
  id: number,
  [role, ...others]: readonly [Role, ...Role[]],
): Promise<UserRow> =>
  tx
    .updateTable('app_user')
    .set({ user_type: role, other_roles: others })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const setPassword = (tx: Tx, id: number, hash: string) =>
  tx.updateTable('app_user').set({ password_hash: hash }).where('id', '=', id).execute()

/** Sellers by business name, found by its beginning; for the buyer's searchable list. `areVerified`: with a proved number alone. */
export async function listSellers(
  tx: ReadTx,
  query: ListQuery,
  { exceptId, areVerified }: { exceptId: number; areVerified: boolean },
) {
  const like = `${(query.search ?? '').toLowerCase().replace(/[%_\\]/g, '\\$&')}%`
  const from = tx
    .selectFrom('app_user')
    .where(sells)
    .where('deleted_at', 'is', null)
    // nobody is on both sides of a deal
    .where('id', '<>', exceptId)
    .where(sql`lower(business_name)`, 'like', like)
    .where(areVerified ? sql<boolean>`phone_verified_at is not null` : holdsPhone)
  const rows = await from
    .select(['phone_number', 'business_name'])
    .orderBy(sql`lower(business_name)`)
    .orderBy('id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await from.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
