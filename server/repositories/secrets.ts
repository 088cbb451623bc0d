import type { Tx } from '#server/db/transaction.ts'

/** A secret that all processes of this database share: created by the first that needs it. */
export async function sharedSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx
    .insertInto('app_secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('app_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
