/** Orders at a provider that pay-ins are paid by, and when each is asked about next. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import type { PayInRow } from './payments.ts'
import { claimProbes, claimRows, postponeRow } from './queue.ts'

export const findPayInByOrder = (tx: Tx, provider: string, orderId: string): Promise<PayInRow | undefined> =>
  tx
    .selectFrom('pay_in')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_order_id', '=', orderId)
    .executeTakeFirst()

/**
 * The order that a pay-in is paid by; the one of two that were opened at once that came first. It is asked about from now
 * on, also where the provider reports by itself: its report may be lost.
 */
export async function takeOrder(
  tx: Tx,
  { id, orderId, askInMs }: { id: string; orderId: string; askInMs: number },
): Promise<string> {
  await sql`
    update pay_in set provider_order_id = ${orderId},
           next_try_at = clock_timestamp() + ${askInMs} * interval '1 millisecond'
     where id = ${id} and provider_order_id is null`.execute(tx)
  const { provider_order_id } = await tx
    .selectFrom('pay_in')
    .select('provider_order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (provider_order_id === null) throw new Error(`pay-in ${id} has no order`)
  return provider_order_id
}

/** As of an order that was opened just now. */
export const askAnew = (tx: Tx, { id, askInMs }: { id: string; askInMs: number }) =>
  sql`
    update pay_in set tries = 0, next_try_at = clock_timestamp() + ${askInMs} * interval '1 millisecond'
     where id = ${id} and status = 'open'`.execute(tx)

/** Pay-ins that are due to be asked about, leased to this process. */
export const claimPayInRows = (tx: Tx, limit: number): Promise<PayInRow[]> =>
  claimRows<PayInRow>(tx, 'pay_in', limit)

/** One of each provider that is to be asked whether it is back. */
export const claimPayInProbes = (tx: Tx): Promise<PayInRow[]> => claimProbes<PayInRow>(tx, 'pay_in')

/** Null: it is not asked about again. */
export async function postponePayInRow(tx: Tx, id: string, waitMs: number | null): Promise<void> {
  if (waitMs !== null) await postponeRow(tx, 'pay_in', id, waitMs)
  else await tx.updateTable('pay_in').set({ next_try_at: null }).where('id', '=', id).execute()
}

/** Its last question was not answered, and is to be asked again once the provider is back: it was none of those that it has. */
export const repeatPayInRow = (tx: Tx, id: string) =>
  sql`
    update pay_in set tries = greatest(tries - 1, 0), next_try_at = clock_timestamp()
     where id = ${id} and next_try_at is not null`.execute(tx)
