/**
 * A release of what the provider holds: the hold is let go, and it is paid once it has left for the payee's bank. Being let go
 * is a state, so it may be said again.
 */
import type { HeldTransfer, Holds } from '#server/rails/holds.ts'
import type { OutFact, OutOrder, Rail, RailAnswer } from '#server/rails/rail.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { findProviderHold } from '#server/repositories/provider-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { payoutKey } from './payout-key.ts'

type Ask = (order: OutOrder) => Promise<RailAnswer<OutFact | 'none'>>

export interface PayoutCalls {
  readonly order: OutOrder
  readonly send: Ask
  readonly find: Ask
}

export async function callsOfHeld(
  ctx: Ctx,
  row: PayoutRow,
  { holds, name }: Rail,
  holdId: string,
): Promise<PayoutCalls> {
  const hold = await findProviderHold(ctx.tx, holdId)
  const transferId = hold?.transfer_id
  if (!hold?.ready_at || !transferId || !holds)
    throw new Error(`payout ${row.id}: ${name} does not hold it for its payee`)
  const how = { by: 'transfer', address: hold.account_id, name: '' } as const
  const order = { key: payoutKey(row), amountPaise: row.amount_paise, how }
  const ask =
    (call: (id: string) => ReturnType<Holds['find']>): Ask =>
    async ({ key }) =>
      standingOf(key, await call(transferId))
  return { order, send: ask((id) => holds.release(id)), find: ask((id) => holds.find(id)) }
}

/** They settle within two working days. */
const ASK_AGAIN_MS = 60_000

/** Still on hold: what let it go has not reached the provider. */
function standingOf(key: string, answer: RailAnswer<HeldTransfer>): RailAnswer<OutFact | 'none'> {
  if (answer.is !== 'done') return answer.is === 'pending' ? { is: 'unknown', detail: 'accepted' } : answer
  const { id: providerId, isOnHold, isSettled } = answer.facts
  if (isOnHold && !isSettled) return { is: 'done', facts: 'none' }
  const fact = { kind: 'out', key, providerId } as const
  if (isSettled) return { is: 'done', facts: { ...fact, state: 'done', detail: 'settled' } }
  return {
    ...{ is: 'pending', askAgainMs: ASK_AGAIN_MS },
    facts: { ...fact, state: 'pending', detail: 'let go, on its way to the bank' },
  }
}
