/** Providers that do not answer: told by every server to all of them. Real times, as all retries are. */
import { type RawBuilder, sql } from 'kysely'
import { probeWaitMs } from '#core/outage.ts'
import { prepareText } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Queues whose rows are calls to a provider. Each knows its own outage: payments may work where payouts do not. */
export const PROVIDER_QUEUES = ['payout', 'provider_hold', 'pay_in'] as const
export type ProviderQueue = (typeof PROVIDER_QUEUES)[number]

interface ProviderCalls {
  readonly provider: string
  readonly queue: ProviderQueue
}

/** Of a row of this queue: its provider is left alone. */
export const isPaused = (queue: ProviderQueue): RawBuilder<boolean> => sql<boolean>`
  exists (select from provider_outage o
           where o.queue = ${sql.lit(queue)} and o.provider = ${sql.table(queue)}.provider and o.probe_at is not null)`

/**
 * One more call without an answer. Answers whether the provider is paused now. `retryAfterMs`: it says itself that it takes no
 * call before, whichever row makes it; 0 where it says nothing.
 */
export async function noteFailure(
  tx: Tx,
  { provider, queue }: ProviderCalls,
  retryAfterMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    insert into provider_outage (provider, queue) values (${provider}, ${queue})
        on conflict (provider, queue) do update set failures = least(provider_outage.failures + 1, 1000000)
    returning failures`.execute(tx)
  const waitMs = Math.max(probeWaitMs(rows[0]?.failures ?? 0) ?? 0, retryAfterMs)
  if (waitMs === 0) return false
  await sql`
    update provider_outage set probe_at = clock_timestamp() + ${waitMs} * interval '1 millisecond'
     where provider = ${provider} and queue = ${queue}`.execute(tx)
  return true
}

const outageEnd = prepareText((tx: Tx, { provider, queue }: ProviderCalls) =>
  tx.deleteFrom('provider_outage').where('provider', '=', provider).where('queue', '=', queue),
)

/** It has answered: all that waits for it may go. Sent together with the commit. */
export const noteAnswer = (tx: Tx, { provider, queue }: ProviderCalls): void =>
  tx.beforeCommit(outageEnd(tx, { provider, queue }))

/** The row that was to see whether it is back was not sent after all: another may. */
export const giveProbeBack = (tx: Tx, { provider, queue }: ProviderCalls) =>
  tx
    .updateTable('provider_outage')
    .set({ probe_at: sql<Date>`clock_timestamp()` })
    .where('provider', '=', provider)
    .where('queue', '=', queue)
    .where('probe_at', 'is not', null)
    .execute()
