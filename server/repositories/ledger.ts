/** The ledger's one way in, and what its balances are. All amounts are whole paise; a positive entry credits. */
import { sql } from 'kysely'
import { type Paise, paise } from '../../core/money.ts'
import type { Tx } from '../db/transaction.ts'

export interface Posting {
  /** Made by the caller: the same id and content is the same transfer. */
  readonly id: string
  readonly kind: string
  readonly dealId?: string
  /** The hold that this transfer ends. */
  readonly resolves?: string
  readonly entries: readonly { readonly account: string; readonly amountPaise: number }[]
}
export type PostResult = 'created' | 'exists' | 'mismatch' | 'already_resolved' | 'insufficient'

/** Writes a transfer in one round trip. Expected refusals are answers and change nothing; a malformed posting throws. */
export async function post(tx: Tx, posting: Posting): Promise<PostResult> {
  const accounts = posting.entries.map((entry) => entry.account)
  const amounts = posting.entries.map((entry) => entry.amountPaise)
  const { rows } = await sql<{ result: PostResult }>`
    select post(${posting.id}, ${posting.kind}, ${posting.dealId ?? null}, ${posting.resolves ?? null},
      ${accounts}::text[], ${amounts}::bigint[]) as result`.execute(tx)
  const result = rows[0]?.result
  if (!result) throw new Error('the ledger did not answer')
  return result
}

/** What one deal moved on each account, net, in paise. */
export async function movementsOfDeal(tx: Tx, dealId: string): Promise<ReadonlyMap<string, Paise>> {
  const { rows } = await sql<{ code: string; total: number }>`
    select a.code, sum(e.amount)::bigint as total
      from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
     where t.deal_id = ${dealId} group by a.code`.execute(tx)
  return new Map(rows.map((row) => [row.code, paise(row.total)]))
}
