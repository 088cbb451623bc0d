/**
 * Secrets of the database that DATA_KEY seals: keys that sign, make links or open payout targets, and the seeds of authenticator apps. Whoever
 * has a copy of the database alone can use none of them. Without DATA_KEY, in the sandbox, they are stored as they are.
 */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { ConfigError } from '#server/lib/operator-error.ts'
import { openText, sealText } from '#server/lib/sealed-text.ts'
import { listTotpSecrets, replaceTotpSecrets } from '#server/repositories/second-factors.ts'
import { listSecrets, replaceSecret, sharedSecret } from '#server/repositories/secrets.ts'
import type { Ctx } from '#server/services/context.ts'

type SealCtx = Pick<Ctx, 'tx' | 'settings'>
type Key = Buffer | null

const MARK = 'sealed:'
const SEALED_NAMES = [
  'evidence-key',
  'mailed-tokens',
  'payout-targets',
  'verification-codes',
  'known-origins',
  'blocked-numbers',
] as const
export type SealedName = (typeof SEALED_NAMES)[number]

const sealSecret = (key: Key, name: string, value: string): string =>
  key ? `${MARK}${sealText(key, value, `secret:${name}`).toString('base64')}` : value

function openSecret(key: Key, name: string, stored: string): string {
  if (!stored.startsWith(MARK)) return stored
  return openText(neededKey(key), Buffer.from(stored.slice(MARK.length), 'base64'), `secret:${name}`)
}

function neededKey(key: Key): Buffer {
  if (!key)
    throw new ConfigError('Secrets of this database are sealed: set DATA_KEY to the key that sealed them.')
  return key
}

/** `fresh` becomes the secret where there is none yet. */
export async function sealedSecret(
  { tx, settings }: SealCtx,
  name: SealedName,
  fresh: string,
): Promise<string> {
  const { dataKey } = settings
  return openSecret(dataKey, name, await sharedSecret(tx, name, sealSecret(dataKey, name, fresh)))
}

/** Seeds have 20 bytes; sealed ones are longer. */
const SEED_BYTES = 20
const isSealed = (seed: Buffer): boolean => seed.length > SEED_BYTES

/** Another person's row in its place does not open. */
const ownerOfSeed = (userId: number): string => `totp:${userId}`

export const sealSeed = ({ dataKey }: Ctx['settings'], userId: number, seed: Buffer): Buffer =>
  dataKey ? sealText(dataKey, seed.toString('base64'), ownerOfSeed(userId)) : seed

export const openSeed = ({ dataKey }: Ctx['settings'], userId: number, stored: Buffer): Buffer =>
  isSealed(stored) ? Buffer.from(openText(neededKey(dataKey), stored, ownerOfSeed(userId)), 'base64') : stored

/**
 * At the start: seals what was stored before there was a DATA_KEY, and opens what is sealed. A key that is missing or
 * another one ends the start here, and not the first sign-in of the team or the first link.
 */
export async function sealStoredSecrets(
  runInTransaction: RunInTransaction,
  settings: Ctx['settings'],
): Promise<void> {
  await runInTransaction(async (tx) => {
    for (const { name, value } of await listSecrets(tx, SEALED_NAMES)) {
      openedAtStart(() => openSecret(settings.dataKey, name, value))
      if (settings.dataKey && !value.startsWith(MARK))
        await replaceSecret(tx, { name, value, sealed: sealSecret(settings.dataKey, name, value) })
    }
    for (const row of await listTotpSecrets(tx)) await sealRow(row, settings, tx)
  })
}

type TotpSecrets = Awaited<ReturnType<typeof listTotpSecrets>>[number]

async function sealRow(
  { user_id, secret, pending_secret }: TotpSecrets,
  settings: Ctx['settings'],
  tx: Ctx['tx'],
): Promise<void> {
  const sealed = (seed: Buffer | null): Buffer | null => {
    if (seed === null) return null
    const opened = openedAtStart(() => openSeed(settings, user_id, seed))
    return isSealed(seed) ? seed : sealSeed(settings, user_id, opened)
  }
  const changed = { secret: sealed(secret), pending_secret: sealed(pending_secret) }
  if (settings.dataKey) await replaceTotpSecrets(tx, user_id, changed)
}

function openedAtStart<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      'DATA_KEY does not open what this database has sealed: it is not the key that sealed it.',
    )
  }
}
