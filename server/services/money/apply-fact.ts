/** What a provider says, from a webhook or asked for: money came, a try to pay failed, money left or came back, a payment was taken back or is disputed, what was paid went to the bank, or there is news of what it holds. */
import type { Fact, OutFact } from '#server/rails/rail.ts'
import { wakeLinkedAccount } from '#server/repositories/linked-accounts.ts'
import { lockPayout } from '#server/repositories/payments.ts'
import { wakeHoldOfTransfer } from '#server/repositories/provider-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { recordChargeback } from './chargebacks.ts'
import { payoutKey } from './payout-key.ts'
import { recordFailure, recordPayment } from './record-payment.ts'
import { recordSettlement } from './record-settlement.ts'
import { returnPayout } from './resume-payouts.ts'
import { provePayout } from './send-payout.ts'
import { takeBackPayment } from './take-back.ts'

/** Told twice, or late, it changes nothing a second time. */
export async function applyFact(ctx: Ctx, provider: string, fact: Fact): Promise<void> {
  if (fact.kind === 'paid') return recordPayment(ctx, { ...fact, provider })
  if (fact.kind === 'out') return applyOut(ctx, provider, fact)
  if (fact.kind === 'taken_back') return takeBackPayment(ctx, { ...fact, provider })
  if (fact.kind === 'chargeback') return recordChargeback(ctx, { ...fact, provider })
  if (fact.kind === 'settled') return recordSettlement(ctx, { ...fact, provider })
  if (fact.kind === 'account_news') return wakeAccounts(ctx, provider, fact.ids)
  if (fact.kind === 'hold_news') return void (await wakeHoldOfTransfer(ctx.tx, provider, fact.ids))
  if (fact.kind === 'pay_failed' && fact.reference !== null)
    await recordFailure(ctx, provider, fact.reference)
}

async function wakeAccounts({ tx }: Ctx, provider: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await wakeLinkedAccount(tx, provider, id)
}

/** Of the key that is in use: what is said of one that was given up was known when it was. */
async function applyOut(ctx: Ctx, provider: string, fact: OutFact): Promise<void> {
  const { tx } = ctx
  // an id may have a hyphen and a digit at its end too
  const row = (await lockPayout(tx, fact.key)) ?? (await lockPayout(tx, fact.key.replace(/-\d+$/, '')))
  if (!row || row.provider !== provider || payoutKey(row) !== fact.key) return
  if (row.status !== 'paid') return provePayout(ctx, row, fact)
  if (fact.state === 'returned') await returnPayout(ctx, row.id)
}
