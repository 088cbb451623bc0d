/** What the team's second factor is checked against: the authenticator's secret, recovery codes. Passkeys: passkeys.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export interface TotpRow {
  readonly secret: Buffer | null
  readonly pending_secret: Buffer | null
  /** Real time, epoch milliseconds. */
  readonly now: number
}

/** Locked: tries that come together are judged one after another. */
export const lockTotp = (tx: Tx, userId: number): Promise<TotpRow | undefined> =>
  tx
    .selectFrom('totp')
    .select([
      'secret',
      'pending_secret',
      sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now'),
    ])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Of the team: few. */
export const listTotpSecrets = (tx: Tx) =>
  tx
    .selectFrom('totp')
    .select(['user_id', 'secret', 'pending_secret'])
    .orderBy('user_id')
    .forUpdate()
    .execute()

/** The same secrets, sealed. */
export const replaceTotpSecrets = (
  tx: Tx,
  userId: number,
  secrets: Pick<TotpRow, 'secret' | 'pending_secret'>,
) => tx.updateTable('totp').set(secrets).where('user_id', '=', userId).execute()

export const putPendingSecret = (tx: Tx, userId: number, pending_secret: Buffer) =>
  tx
    .insertInto('totp')
    .values({ user_id: userId, pending_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()

/** The pending secret takes the place of the old one; `step` is the one whose code has shown that it works. */
export const confirmSecret = (tx: Tx, userId: number, step: number) =>
  sql`update totp set secret = pending_secret, pending_secret = null, last_step = ${step}
       where user_id = ${userId} and pending_secret is not null`.execute(tx)

/** False when the code of this step, or of a later one, was used before. */
export async function consumeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update totp set last_step = ${step} where user_id = ${userId} and coalesce(last_step, 0) < ${step}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function consumeRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_code set used_at = clock_timestamp()
     where user_id = ${userId} and code_hash = ${hash} and used_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Whether somebody has one by now. Locked: of two sessions that set the first one up at the same moment, the later is
 * asked for the earlier's.
 */
export async function lockEnrolment(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('second_factor_since')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.second_factor_since != null
}

export const markEnrolled = (tx: Tx, userId: number) =>
  sql`update app_user set second_factor_since = coalesce(second_factor_since, clock_timestamp())
       where id = ${userId}`.execute(tx)

export interface SecondFactorSummary {
  readonly has_totp: boolean
  readonly passkeys: number
  readonly recovery_codes_left: number
}

export async function findSecondFactors(tx: Tx, userId: number): Promise<SecondFactorSummary> {
  const { rows } = await sql<SecondFactorSummary>`
    select exists (select from totp where user_id = ${userId} and secret is not null) as has_totp,
           (select count(*)::int from passkey where user_id = ${userId}) as passkeys,
           (select count(*)::int from recovery_code where user_id = ${userId} and used_at is null) as recovery_codes_left`.execute(
    tx,
  )
  return rows[0] ?? { has_totp: false, passkeys: 0, recovery_codes_left: 0 }
}

/** The app, the passkeys, the recovery codes, and the mark of it: the next sign-in sets it up anew. */
export async function deleteSecondFactors(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await sql`update app_user set second_factor_since = null where id = ${userId}`.execute(tx)
}
