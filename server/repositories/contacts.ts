/** Whose a number or an address is: proved, lost to whoever proved it, changed, or claimed. */

import { type Selectable, sql } from 'kysely'
import type { ContactKind } from '#core/contract/verification.ts'
import type { ContactChangeTable, NumberClaimTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { UserRow } from './users.ts'

export type ContactChangeRow = Selectable<ContactChangeTable>
export type NumberClaimRow = Selectable<NumberClaimTable>

const now = sql<Date>`clock_timestamp()`
const inHours = (count: number) => sql<Date>`clock_timestamp() + make_interval(hours => ${count})`
const COLUMN = { phone: 'phone_number', email: 'email' } as const

/** Every account with this number or address and the one that proves it, locked in one order: two proofs of one value queue. */
export const lockAccountsOf = (
  tx: Tx,
  { kind, value, userId }: { kind: ContactKind; value: string; userId: number },
): Promise<UserRow[]> =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb(COLUMN[kind], '=', value), eb('id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()

/** A number that another person has proved: the account loses it, signs in no more by it, and its links die. */
export async function losePhone(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('app_user')
    .set({
      lost_phone_number: sql`phone_number`,
      phone_number: sql`'none-' || id`,
      phone_verified_at: null,
      phone_unchecked: false,
    })
    .where('id', 'in', ids)
    .execute()
  await endAccess(tx, ids)
}

export async function loseEmail(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('app_user')
    .set({ email: sql`'none-' || id || '@none.invalid'`, email_verified_at: null, email_unchecked: false })
    .where('id', 'in', ids)
    .execute()
  await tx.deleteFrom('password_reset').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('sign_in_link').where('user_id', 'in', ids).execute()
}

/** Sessions, links that sign in or set a password, and codes on their way. */
async function endAccess(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('session').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('password_reset').where('user_id', 'in', ids).execute()
  await tx.deleteFrom('sign_in_link').where('user_id', 'in', ids).execute()
  await tx
    .updateTable('verification')
    .set({ replaced_at: now })
    .where('user_id', 'in', ids)
    .where('kind', '=', 'phone')
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
}

export const markPhoneProved = (tx: Tx, id: number, phone: string): Promise<UserRow> =>
  tx
    .updateTable('app_user')
    .set({ phone_number: phone, phone_verified_at: now, phone_unchecked: false, lost_phone_number: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const markEmailProved = (tx: Tx, id: number, email: string): Promise<UserRow> =>
  tx
    .updateTable('app_user')
    .set({ email, email_verified_at: now, email_unchecked: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Another number or address that is not proved yet. */
export const replaceContact = (tx: Tx, id: number, kind: ContactKind, value: string): Promise<UserRow> =>
  tx
    .updateTable('app_user')
    .set(
      kind === 'phone'
        ? { phone_number: value, phone_verified_at: null, phone_unchecked: false }
        : { email: value, email_verified_at: null, email_unchecked: false },
    )
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const holdPayouts = (tx: Tx, id: number, hours: number) =>
  tx
    .updateTable('app_user')
    .set({ payouts_held_until: sql<Date>`greatest(payouts_held_until, ${inHours(hours)})` })
    .where('id', '=', id)
    .execute()

/** The hold of a claim ends; one that followed a change of number or mail, or its stop, goes on. */
export const endClaimHold = (
  tx: Tx,
  id: number,
  { changeHours, stopHours }: { changeHours: number; stopHours: number },
) =>
  sql`update app_user set payouts_held_until = (
        select max(until) from (
          select done_at + make_interval(hours => ${changeHours}) as until from contact_change where user_id = ${id}
          union all
          select stopped_at + make_interval(hours => ${stopHours}) from contact_change where user_id = ${id}
        ) other where until > clock_timestamp())
      where id = ${id}`.execute(tx)

const open = sql<boolean>`done_at is null and stopped_at is null`

/** Replaces a change that was open. `readyInHours` null: not before the old number has answered. */
export async function openChange(
  tx: Tx,
  change: {
    userId: number
    kind: ContactKind
    oldValue: string
    newValue: string
    readyInHours: number | null
    stopHash: Buffer | null
  },
): Promise<void> {
  await tx
    .updateTable('contact_change')
    .set({ stopped_at: now })
    .where('user_id', '=', change.userId)
    .where('kind', '=', change.kind)
    .where(open)
    .execute()
  await tx
    .insertInto('contact_change')
    .values({
      user_id: change.userId,
      kind: change.kind,
      old_value: change.oldValue,
      new_value: change.newValue,
      ready_at: change.readyInHours === null ? null : inHours(change.readyInHours),
      stop_hash: change.stopHash,
    })
    .execute()
}

export interface OpenChange extends ContactChangeRow {
  readonly is_ready: boolean
}

export const findChange = (tx: Tx, userId: number, kind: ContactKind): Promise<OpenChange | undefined> =>
  tx
    .selectFrom('contact_change')
    .selectAll()
    .select(sql<boolean>`ready_at is not null and ready_at <= clock_timestamp()`.as('is_ready'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where(open)
    .executeTakeFirst()

export const makeChangeReady = (tx: Tx, id: number) =>
  tx.updateTable('contact_change').set({ ready_at: now }).where('id', '=', id).execute()

export const finishChange = (tx: Tx, id: number) =>
  tx.updateTable('contact_change').set({ done_at: now }).where('id', '=', id).execute()

const REVERT_HOURS = 72

/** By the mailed token: open, or done so lately that it can be undone. */
export const stopChange = (tx: Tx, stopHash: Buffer): Promise<ContactChangeRow | undefined> =>
  tx
    .updateTable('contact_change')
    .set({ stopped_at: now })
    .where('stop_hash', '=', stopHash)
    .where('stopped_at', 'is', null)
    .where(
      sql<boolean>`coalesce(done_at, clock_timestamp()) > clock_timestamp() - make_interval(hours => ${REVERT_HOURS})`,
    )
    .returningAll()
    .executeTakeFirst()

/** Undefined when the number is claimed already. */
export const openClaim = (
  tx: Tx,
  claim: { phone: string; claimantId: number; holderId: number; objectHash: Buffer; hours: number },
): Promise<NumberClaimRow | undefined> =>
  tx
    .insertInto('number_claim')
    .values({
      phone_number: claim.phone,
      claimant_id: claim.claimantId,
      holder_id: claim.holderId,
      object_hash: claim.objectHash,
      ends_at: inHours(claim.hours),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

const findClaimOf =
  (side: 'claimant_id' | 'holder_id') =>
  (tx: Tx, userId: number): Promise<NumberClaimRow | undefined> =>
    tx
      .selectFrom('number_claim')
      .selectAll()
      .where(side, '=', userId)
      .where('objected_at', 'is', null)
      .where('done_at', 'is', null)
      .executeTakeFirst()

/** What this account claims of another's. */
export const findOpenClaim = findClaimOf('claimant_id')
/** What others claim of this account's. */
export const findClaimAgainst = findClaimOf('holder_id')

/** By its mailed token, or by the account that has the number. */
export const objectToClaim = (
  tx: Tx,
  by: { readonly objectHash: Buffer } | { readonly holderId: number },
): Promise<NumberClaimRow | undefined> =>
  tx
    .updateTable('number_claim')
    .set({ objected_at: now })
    .where((eb) =>
      'holderId' in by ? eb('holder_id', '=', by.holderId) : eb('object_hash', '=', by.objectHash),
    )
    .where('objected_at', 'is', null)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Claims whose time is over, each for one process. */
export const claimDueClaims = (tx: Tx, limit: number): Promise<NumberClaimRow[]> =>
  tx
    .selectFrom('number_claim')
    .selectAll()
    .where('ends_at', '<=', now)
    .where('objected_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('ends_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const finishClaim = (tx: Tx, id: number) =>
  tx.updateTable('number_claim').set({ done_at: now }).where('id', '=', id).execute()

export const deleteVerificationsOf = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('verification').where('user_id', '=', userId).execute()
  await tx.deleteFrom('contact_change').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('number_claim')
    .where((eb) => eb.or([eb('claimant_id', '=', userId), eb('holder_id', '=', userId)]))
    .execute()
}
