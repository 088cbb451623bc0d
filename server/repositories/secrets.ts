import type { Tx } from '../db/transaction.ts'

/** A secret that all processes of this database share: the first to ask makes it. */
export async function sharedSecret(tx: Tx, name: string, fresh: string): Promise<string> {
  await tx
    .insertInto('app_secret')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('app_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
