/** The tries of payouts: what was sent, and what came of it. */
import { sql } from 'kysely'
import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PayoutRow } from './payments.ts'

export interface StartedTry {
  readonly n: number
  /** Of this generation that a provider was told of, the one that begins now among them. */
  readonly tries: number
  /** Epoch milliseconds, real time. */
  readonly sentAt: number
  readonly outcome: PayoutAttemptOutcome
}
type PayoutAttemptOutcome = 'sent' | 'paid' | 'failed' | 'unsent' | 'unknown'
type PayoutTries = Pick<PayoutRow, 'id' | 'generation'>

const insertAttempt = prepare(
  (_tx: Tx, { payoutId, generation }: { payoutId: string; generation: number }) => sql<{
    n: number
    tries: number
    at: Date
  }>`
    with earlier as (
      select coalesce(max(n), 0)::int as n,
             count(*) filter (where generation = ${generation} and outcome <> 'unsent')::int as tries
        from payout_attempt where payout_id = ${payoutId}
    ), begun as (
      insert into payout_attempt (payout_id, n, outcome, generation)
      select ${payoutId}, n + 1, 'sent', ${generation} from earlier returning n, at
    )
    select begun.n, begun.at, earlier.tries + 1 as tries from begun, earlier`,
)

export async function beginAttempt(tx: Tx, payoutId: string, generation: number): Promise<StartedTry> {
  const { rows } = await insertAttempt(tx, { payoutId, generation })
  const [row] = rows
  if (!row) throw new Error('an insert of one row returns a row')
  return { n: row.n, tries: row.tries, sentAt: row.at.getTime(), outcome: 'sent' }
}

export async function latestAttempt(tx: Tx, { id, generation }: PayoutTries): Promise<StartedTry> {
  const { rows } = await sql<{ n: number; tries: number; at: Date; outcome: PayoutAttemptOutcome }>`
    select max(n)::int as n, max(at) as at, (array_agg(outcome order by n desc))[1] as outcome,
           count(*) filter (where generation = ${generation} and outcome <> 'unsent')::int as tries
      from payout_attempt where payout_id = ${id}`.execute(tx)
  const [row] = rows
  if (!row?.at) throw new Error(`payout ${id} was sent without an attempt`)
  return { n: row.n, tries: row.tries, sentAt: row.at.getTime(), outcome: row.outcome }
}

/** A bank's line has ended the try that was under way, whoever made it. */
export const endLastAttempt = (tx: Tx, payoutId: string, outcome: 'paid' | 'failed') =>
  sql`
    update payout_attempt set outcome = ${outcome}, detail = null
     where payout_id = ${payoutId} and n = (select max(n) from payout_attempt where payout_id = ${payoutId})`.execute(
    tx,
  )

interface AttemptResult {
  readonly payoutId: string
  readonly n: number
  readonly outcome: 'paid' | 'failed' | 'unsent' | 'unknown'
  readonly detail: string | null
}

export const endAttempt = prepare((tx: Tx, { payoutId, n, outcome, detail }: AttemptResult) =>
  tx
    .updateTable('payout_attempt')
    .set({ outcome, detail })
    .where('payout_id', '=', payoutId)
    .where('n', '=', n),
)
