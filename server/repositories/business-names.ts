/** What the names of businesses look like, each look for one business. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import { sells } from './users.ts'

/** False when another business has a name that looks like it. Of two at once the second waits, and is refused. */
export async function claimBusinessName(
  tx: Tx,
  userId: number,
  skeletons: readonly string[],
): Promise<boolean> {
  await tx
    .deleteFrom('business_name_key')
    .where('user_id', '=', userId)
    .where(sql<boolean>`key <> all(${skeletons})`)
    .execute()
  await tx
    .insertInto('business_name_key')
    .values(skeletons.map((key) => ({ key, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { count } = await tx
    .selectFrom('business_name_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count === skeletons.length
}

export const freeBusinessName = (tx: Tx, userId: number) =>
  tx.deleteFrom('business_name_key').where('user_id', '=', userId).execute()

/** Businesses from before names were compared, oldest first. */
export const listUnclaimedNames = async (
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; name: string }[]> =>
  tx
    .selectFrom('app_user')
    .select(['id', sql<string>`business_name`.as('name')])
    .where(sells)
    .where('deleted_at', 'is', null)
    .where('business_name', 'is not', null)
    .where(sql<boolean>`not exists (select from business_name_key where user_id = app_user.id)`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
