/** Send one payout: note the try, ask the provider, write what came of it. The reference never changes. */

import type { PayoutOrder, PayoutResult } from '../../rails/rail.ts'
import { addJob } from '../../repositories/jobs.ts'
import {
  beginAttempt,
  endAttempt,
  lockPayout,
  type PayoutRow,
  setPayout,
} from '../../repositories/payments.ts'
import { requireMoney } from '../alarms.ts'
import type { Ctx } from '../context.ts'
import { postMoney } from '../ledger/post-money.ts'
import { notifyOfMoney } from '../notices/money-notice.ts'

export interface Begun {
  readonly order: PayoutOrder
  readonly n: number
}

/** Null when there is nothing to send any more. */
export async function beginPayout(ctx: Ctx, payoutId: string): Promise<Begun | null> {
  // before the provider is asked: what could not be written down must not be paid
  requireMoney()
  const row = await lockPayout(ctx.tx, payoutId)
  if (!row || row.status === 'paid' || row.status === 'review') return null
  const [n] = await Promise.all([
    beginAttempt(ctx.tx, payoutId),
    setPayout(ctx.tx, payoutId, { status: 'sent' }),
  ])
  return { n, order: { reference: row.id, destination: row.destination, amountPaise: row.amount_paise } }
}

const MAX_TRIES = 6
const backOffMs = (n: number): number => 5_000 * 4 ** (n - 1)

/** Paid: the money has left the books. Failed: again later with the same reference, in the end to the team. */
export async function endPayout(ctx: Ctx, begun: Begun, result: PayoutResult): Promise<void> {
  const row = await lockPayout(ctx.tx, begun.order.reference)
  if (!row) throw new Error('a payout is gone')
  const detail = result.outcome === 'paid' ? null : result.detail
  await Promise.all([
    endAttempt(ctx.tx, { payoutId: row.id, n: begun.n, outcome: result.outcome, detail }),
    row.status === 'paid' ? undefined : conclude(ctx, row, begun, result),
  ])
}

async function conclude(ctx: Ctx, row: PayoutRow, begun: Begun, result: PayoutResult): Promise<void> {
  if (result.outcome === 'paid') return markPaid(ctx, row, result.providerRef)
  const isFinal = result.outcome === 'failed' && result.isFinal
  if (isFinal || begun.n >= MAX_TRIES) {
    const payout = await setPayout(ctx.tx, row.id, { status: 'review' })
    return notifyOfMoney(ctx, { payout })
  }
  await setPayout(ctx.tx, row.id, { status: result.outcome === 'failed' ? 'failed' : 'sent' })
  await addJob(ctx.tx, 'payout', { payoutId: row.id }, backOffMs(begun.n))
}

async function markPaid(ctx: Ctx, row: PayoutRow, providerRef: string): Promise<void> {
  const [result, payout] = await Promise.all([
    postMoney(ctx, {
      id: `payout:${row.id}`,
      kind: 'payout',
      entries: [
        { account: `payable:${row.user_id}`, amountPaise: -row.amount_paise },
        { account: `gateway:${row.provider}`, amountPaise: row.amount_paise },
      ],
    }),
    setPayout(ctx.tx, row.id, { status: 'paid', provider_ref: providerRef, paid_at: new Date(ctx.now) }),
  ])
  if (result !== 'created') throw new Error(`ledger answered ${result} to a payout`)
  await notifyOfMoney(ctx, { payout })
}
