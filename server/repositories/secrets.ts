import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A secret that all processes of this database share: created by the first that needs it. */
export async function sharedSecret(tx: Tx, name: string, value: string): Promise<string> {
  const [existing] = (await selectSecret(tx, { name })).rows
  if (existing) return existing.value
  await tx
    .insertInto('app_secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // another process may have been first
  const [secret] = (await selectSecret(tx, { name })).rows
  if (!secret) throw new Error(`the secret ${name} is gone`)
  return secret.value
}

const selectSecret = prepare((tx: Tx, { name }: { name: string }) =>
  tx.selectFrom('app_secret').select('value').where('name', '=', name),
)

interface SecretRow {
  readonly name: string
  readonly value: string
}

/** Of these names, those that exist; locked, as each is replaced once. */
export const listSecrets = (tx: Tx, names: readonly string[]): Promise<readonly SecretRow[]> =>
  tx
    .selectFrom('app_secret')
    .select(['name', 'value'])
    .where('name', 'in', [...names])
    .orderBy('name')
    .forUpdate()
    .execute()

/** The same secret, sealed. Nothing where another process has replaced it. */
export const replaceSecret = (tx: Tx, { name, value, sealed }: SecretRow & { readonly sealed: string }) =>
  tx
    .updateTable('app_secret')
    .set({ value: sealed })
    .where('name', '=', name)
    .where('value', '=', value)
    .execute()
