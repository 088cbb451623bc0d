/** Where people are paid: one current target each, and those of before. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { prepare } from '#server/db/prepare.ts'
import type { PayoutTargetTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type PayoutTargetRow = Selectable<PayoutTargetTable>

const selectCurrent = prepare((tx: Tx, { userId }: { userId: number }) =>
  tx.selectFrom('payout_target').selectAll().where('user_id', '=', userId).where('retired_at', 'is', null),
)

export const findCurrentTarget = async (tx: Tx, userId: number): Promise<PayoutTargetRow | undefined> =>
  (await selectCurrent(tx, { userId })).rows[0]

export const findTarget = (tx: Tx, id: string): Promise<PayoutTargetRow | undefined> =>
  tx.selectFrom('payout_target').selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const listTargets = (tx: Tx, userId: number): Promise<PayoutTargetRow[]> =>
  tx
    .selectFrom('payout_target')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

/** Of these people, those of before too: a payout may have gone to either. */
export const listTargetsOf = (tx: Tx, userIds: readonly number[]) =>
  tx
    .selectFrom('payout_target')
    .select(['user_id', 'kind', 'address_sealed'])
    .where(sql<boolean>`user_id = any(${userIds})`)
    // nothing is left of those of a deleted account
    .where(sql<boolean>`address_sealed <> ''::bytea`)
    .execute()

export const insertTarget = (tx: Tx, values: Insertable<PayoutTargetTable>): Promise<PayoutTargetRow> =>
  tx.insertInto('payout_target').values(values).returningAll().executeTakeFirstOrThrow()

/** The current one ends; undefined when there was none. */
export const retireTarget = (
  tx: Tx,
  userId: number,
  { because, at }: { because: NonNullable<PayoutTargetTable['retired_because']>; at: Date },
): Promise<PayoutTargetRow | undefined> =>
  tx
    .updateTable('payout_target')
    .set({ retired_at: at, retired_because: because })
    .where('user_id', '=', userId)
    .where('retired_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * Whatever this person had and still counted as theirs, those of before too: a payout may keep a copy of one that was
 * replaced since, and the thief may have replaced it.
 */
export const takeOutTargets = (
  tx: Tx,
  userId: number,
  { because, at }: { because: 'not_me' | 'reset'; at: Date },
) =>
  tx
    .updateTable('payout_target')
    .set({ retired_at: sql<Date>`coalesce(retired_at, ${at})`, retired_because: because })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_because', '=', 'replaced')]))
    .execute()

/** The link in the mail, once. */
export const consumeFreezeLink = (tx: Tx, freezeHash: Buffer): Promise<PayoutTargetRow | undefined> =>
  tx
    .updateTable('payout_target')
    .set({ freeze_used_at: sql<Date>`clock_timestamp()` })
    .where('freeze_hash', '=', freezeHash)
    .where('freeze_used_at', 'is', null)
    .where('freeze_expires_at', '>', sql<Date>`clock_timestamp()`)
    .returningAll()
    .executeTakeFirst()

export const freezePayouts = (tx: Tx, userId: number) =>
  tx
    .updateTable('app_user')
    .set({ payouts_frozen_at: sql<Date>`coalesce(payouts_frozen_at, clock_timestamp())` })
    .where('id', '=', userId)
    .execute()

export const unfreezePayouts = (tx: Tx, userId: number) =>
  tx.updateTable('app_user').set({ payouts_frozen_at: null }).where('id', '=', userId).execute()

/** Whether the password was reset within the last days. */
export async function wasPasswordReset(tx: Tx, userId: number, days: number): Promise<boolean> {
  const { rows } = await sql<{ was_reset: boolean }>`
    select exists (select from audit_event
                    where subject_type = 'user' and subject_id = ${String(userId)} and action = 'password_changed'
                      and at > clock_timestamp() - make_interval(days => ${days})) as was_reset`.execute(tx)
  return rows[0]?.was_reset === true
}

/** With the account: the address goes, that there was a target stays. */
export async function eraseTargets(tx: Tx, userId: number, at: Date): Promise<void> {
  await retireTarget(tx, userId, { because: 'deleted', at })
  await tx
    .updateTable('payout_target')
    .set({
      address_sealed: Buffer.alloc(0),
      address_masked: '',
      address_hash: Buffer.alloc(0),
      bank_name: null,
    })
    .where('user_id', '=', userId)
    .execute()
}
