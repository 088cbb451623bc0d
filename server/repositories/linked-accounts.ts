/** Accounts of payees at a provider that holds the money of deals. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { LinkedAccountTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimRows, postponeRow } from './queue.ts'

export type LinkedAccountRow = Selectable<LinkedAccountTable>

export const findLinkedAccount = (tx: Tx, userId: number): Promise<LinkedAccountRow | undefined> =>
  tx.selectFrom('linked_account').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const lockLinkedAccount = (tx: Tx, id: number): Promise<LinkedAccountRow | undefined> =>
  tx.selectFrom('linked_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Nothing was sent since: what the provider says is of details that may be a thief's. */
export const isTakenOut = ({
  taken_out_at,
  submitted_at,
}: Pick<LinkedAccountRow, 'taken_out_at' | 'submitted_at'>): boolean =>
  taken_out_at !== null && submitted_at <= taken_out_at

/** One for a person: of two that are sent at once one is kept. Answers whether this was it. */
export async function insertLinkedAccount(tx: Tx, values: Insertable<LinkedAccountTable>): Promise<boolean> {
  const row = await tx
    .insertInto('linked_account')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateLinkedAccount = (tx: Tx, id: number, changes: Updateable<LinkedAccountTable>) =>
  tx.updateTable('linked_account').set(changes).where('id', '=', id).execute()

/** The provider has news of it: it is asked at once. */
export const wakeLinkedAccount = (tx: Tx, provider: string, accountId: string) =>
  sql`
    update linked_account set next_try_at = clock_timestamp(), tries = 0
     where provider = ${provider} and account_id = ${accountId}`.execute(tx)

export const claimLinkedAccountRows = (tx: Tx, limit: number): Promise<LinkedAccountRow[]> =>
  claimRows<LinkedAccountRow>(tx, 'linked_account', limit)

/** Null: it is not asked about before somebody has done something. */
export async function postponeLinkedAccountRow(tx: Tx, id: number, waitMs: number | null): Promise<void> {
  if (waitMs !== null) await postponeRow(tx, 'linked_account', id, waitMs)
  else await tx.updateTable('linked_account').set({ next_try_at: null }).where('id', '=', id).execute()
}

/** Its owner has gone: what they sent goes too. Which account was theirs at the provider stays, as the books do. */
export const eraseLinkedAccount = (tx: Tx, userId: number) =>
  tx
    .updateTable('linked_account')
    .set({
      details_sealed: null,
      address_hash: Buffer.alloc(0),
      bank_masked: '',
      problem: null,
      next_try_at: null,
    })
    .where('user_id', '=', userId)
    .execute()

/** Of what is sent now; those of before work on. */
export const insertAccountLink = (tx: Tx, link: { readonly user_id: number; readonly freeze_hash: Buffer }) =>
  tx.insertInto('linked_account_link').values(link).execute()

/** The link in the mail, once: whose account it stops. */
export async function consumeAccountLink(tx: Tx, freezeHash: Buffer): Promise<number | undefined> {
  const row = await tx
    .updateTable('linked_account_link')
    .set({ freeze_used_at: sql<Date>`clock_timestamp()` })
    .where('freeze_hash', '=', freezeHash)
    .where('freeze_used_at', 'is', null)
    .where('freeze_expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Of releases that are paid from what a provider holds: what was approved was approved for the account as it was. */
export const forgetHeldApprovals = (tx: Tx, userId: number) =>
  tx
    .updateTable('payout')
    .set({ approved: [] })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'release')
    .where('hold_of', 'is not', null)
    .where('status', 'in', ['held', 'queued'])
    .execute()

/** For the export of its owner's data: one at most, without what is sealed. */
export const exportLinkedAccountOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('linked_account')
    .select(['provider', 'state', 'bank_masked as bank', 'wanted', 'problem', 'submitted_at', 'activated_at'])
    .where('user_id', '=', userId)
    .execute()
