/** Mailed links of an account by the hash of their token; they work once. They expire on real time. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export type LinkTable = 'password_reset' | 'sign_in_link'

export const insertLink = (
  tx: Tx,
  table: LinkTable,
  link: { tokenHash: Buffer; userId: number | null; minutes: number },
) =>
  tx
    .insertInto(table)
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${link.minutes})`,
    })
    .execute()

/** The account of a link that still works. */
export async function findLinkUserId(tx: Tx, table: LinkTable, tokenHash: Buffer): Promise<number | null> {
  const row = await tx
    .selectFrom(table)
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Marks a link as used; false when it is unknown, used, expired or another account's. */
export async function consumeLink(
  tx: Tx,
  table: LinkTable,
  { tokenHash, userId }: { tokenHash: Buffer; userId: number },
): Promise<boolean> {
  const row = await tx
    .updateTable(table)
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** All links of this kind that the account still has stop working. */
export const voidLinks = (tx: Tx, table: LinkTable, userId: number) =>
  tx
    .updateTable(table)
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()

/** Links that went to an address which is the account's no more would still open it. */
export async function voidMailedLinks(tx: Tx, userId: number): Promise<void> {
  await voidLinks(tx, 'password_reset', userId)
  await voidLinks(tx, 'sign_in_link', userId)
}
