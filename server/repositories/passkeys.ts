/** Passkeys, and the challenges that a session's authenticator is to sign. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

export type ChallengePurpose = 'add' | 'confirm'

/** The one before it is void. */
export const putChallenge = (
  tx: Tx,
  row: { session_hash: Buffer; purpose: ChallengePurpose; challenge: Buffer },
) =>
  tx
    .insertInto('passkey_challenge')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['session_hash', 'purpose']).doUpdateSet({
        challenge: row.challenge,
        created_at: sql`clock_timestamp()`,
      }),
    )
    .execute()

/** Gone once it was taken. Null when there is none, or an old one. */
export async function takeChallenge(
  tx: Tx,
  sessionHash: Buffer,
  purpose: ChallengePurpose,
): Promise<Buffer | null> {
  const row = await tx
    .deleteFrom('passkey_challenge')
    .where('session_hash', '=', sessionHash)
    .where('purpose', '=', purpose)
    .returning([
      'challenge',
      sql<boolean>`created_at > clock_timestamp() - interval '5 minutes'`.as('is_fresh'),
    ])
    .executeTakeFirst()
  return row?.is_fresh ? row.challenge : null
}

export interface PasskeyRow {
  readonly id: number
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly transports: string[]
  readonly device: string | null
  readonly created_at: Date
  readonly used_at: Date | null
}

const COLUMNS = [
  'id',
  'credential_id',
  'public_key',
  'transports',
  'device',
  'created_at',
  'used_at',
] as const

export const listPasskeysOf = (tx: Tx, userId: number): Promise<PasskeyRow[]> =>
  tx.selectFrom('passkey').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute()

export const findPasskey = (tx: Tx, userId: number, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  tx
    .selectFrom('passkey')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export interface NewPasskey {
  readonly userId: number
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly device: string | null
}

/** Undefined when all places are taken, or the credential is somebody's already. */
export async function insertPasskey(
  tx: Tx,
  { userId, credentialId, publicKey, counter, transports, device }: NewPasskey,
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    insert into passkey (user_id, place, credential_id, public_key, counter, transports, device)
    select ${userId}, min(place), ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${device}
      from generate_series(1, 10) place
     where place not in (select passkey.place from passkey where user_id = ${userId})
    having min(place) is not null
    on conflict (credential_id) do nothing
    returning ${sql.join(COLUMNS.map((name) => sql.ref(name)))}`.execute(tx)
  return rows[0]
}

/** False when the counter does not go up: a copy of the passkey is about. Authenticators that do not count say 0. */
export async function advanceCounter(tx: Tx, id: number, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkey set counter = ${counter}, used_at = clock_timestamp()
     where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`.execute(tx)
  return numAffectedRows === 1n
}

export const deletePasskey = (tx: Tx, userId: number, id: number): Promise<PasskeyRow | undefined> =>
  tx
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
