/** Responses to requests with an idempotency key: one per user and key, retained for 24 hours. */
import { sql } from 'kysely'
import { prepareText } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface KeyClaim {
  readonly isClaimed: boolean
  readonly first: { readonly fingerprint: string; readonly body: string } | undefined
}

export interface KeyClaimRow {
  readonly is_claimed: boolean
  readonly first_fingerprint: string | null
  readonly first_body: string | null
}

export function claimFromRow(row: KeyClaimRow | undefined): KeyClaim {
  const {
    is_claimed: isClaimed = false,
    first_fingerprint: fingerprint = null,
    first_body: body = null,
  } = row ?? {}
  return { isClaimed, first: fingerprint === null || body === null ? undefined : { fingerprint, body } }
}

/**
 * Claims the key for this transaction and reads the saved response. `isClaimed` is false while another transaction has
 * the key. `claim_key` in 001-foundation.sql.
 */
export async function claimKey(tx: Tx, userId: number, key: string): Promise<KeyClaim> {
  const { rows } = await sql<KeyClaimRow>`
    select is_claimed, fingerprint as first_fingerprint, body as first_body
      from claim_key(${userId}, null, ${key})`.execute(tx)
  return claimFromRow(rows[0])
}

interface SavedResponse {
  readonly user_id: number
  readonly key: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

/** An older response to the key is one whose 24 hours have passed. */
const upsert = prepareText((tx: Tx, { row }: { row: SavedResponse }) =>
  tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet((eb) => ({
        fingerprint: eb.ref('excluded.fingerprint'),
        status: eb.ref('excluded.status'),
        body: eb.ref('excluded.body'),
        created_at: sql<Date>`clock_timestamp()`,
      })),
    ),
)

/** Sent together with the commit, to save a round trip. */
export const saveResponse = (tx: Tx, row: SavedResponse): void => tx.beforeCommit(upsert(tx, { row }))
