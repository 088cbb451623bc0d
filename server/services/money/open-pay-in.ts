/** Opens a pay-in for what is due from the user now: the deal's amount, or their dispute fee; an open one is answered again. */
import type { Payment } from '#core/contract/payments.ts'
import { Refusal } from '#core/errors.ts'
import { newReference, randomId } from '#server/lib/tokens.ts'
import { provesByStatement } from '#server/rails/capabilities.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import {
  failPayIn,
  findOpenPayIn,
  openPayIn,
  type PayInRow,
  storeInstruction,
} from '#server/repositories/payments.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { requireCover, requireMoney } from '#server/services/circuit-breaker.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { lockDealFor } from '#server/services/deal/load.ts'
import { waitOfPayee } from '#server/services/deal/payee-account.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { type AmountDue, dueFrom } from './amount-due.ts'
import { requireReadBank } from './bank-reading.ts'
import { presentPayIn } from './present-pay-in.ts'
import type { Rails } from './send-payout.ts'

export async function openPayment(ctx: UserCtx, rails: Rails, dealId: string): Promise<Payment | Refusal> {
  // a payment that arrives while the ledger is stopped could not be recorded
  requireMoney()
  const locked = await lockDealFor(ctx, dealId)
  // the way on of 'unverified' would lead the team nowhere: they never pay
  if (locked.viewer === 'team') throw new Refusal('forbidden')
  requireVerifiedPhone(ctx)
  const loaded = await applyLapses(ctx, locked)
  const due = dueFrom(locked.viewer, await factsOf(ctx, loaded))
  if (due instanceof Refusal) return due
  // a fee is taken all the same: without it the deal is given away by its deadline
  const refusal = due.purpose === 'amount' ? await refusalOfAmount(ctx, loaded.deal) : null
  if (refusal) return refusal
  const row = await withRail(ctx, rails, () => openFor(ctx, dealId, due))
  return presentPayIn(row) ?? instruct(ctx, rails, row)
}

/** Why this deal's amount is not taken now; null when it is. What is open already may still be paid while a bank is not read. */
async function refusalOfAmount(ctx: UserCtx, { id, payee_id }: DealRow): Promise<Refusal | null> {
  requireCover()
  if ((await waitOfPayee(ctx, payee_id)) !== null) return new Refusal('payee_unready')
  if (!provesByStatement(ctx.settings.provider)) return null
  const open = await findOpenPayIn(ctx.tx, { deal_id: id, party: 'payer', purpose: 'amount' })
  if (!open) await requireReadBank(ctx)
  return null
}

const openFor = (ctx: UserCtx, dealId: string, due: AmountDue): Promise<PayInRow> =>
  openPayIn(ctx.tx, {
    id: randomId(),
    deal_id: dealId,
    party: due.party,
    user_id: ctx.user.id,
    purpose: due.purpose,
    provider: ctx.settings.provider,
    amount_paise: due.amountPaise,
    reference: newReference(),
    created_at: new Date(ctx.now),
  })

/** One that was opened with a provider which is there no more cannot be paid: it gives way to another. */
async function withRail({ tx }: UserCtx, rails: Rails, open: () => Promise<PayInRow>): Promise<PayInRow> {
  const row = await open()
  if (rails.has(row.provider)) return row
  await failPayIn(tx, row.id)
  return open()
}

/** What the payer is to do, as the provider says. Without its answer the pay-in stays open, and is asked about again. */
async function instruct({ tx }: UserCtx, rails: Rails, row: PayInRow): Promise<Payment | Refusal> {
  const rail = rails.get(row.provider)
  if (!rail) throw new Error(`no rail for provider ${row.provider}: pay-in ${row.id} cannot be opened`)
  const answer = await rail.openPayIn({
    id: row.id,
    reference: row.reference,
    amountPaise: row.amount_paise,
  })
  if (answer.is !== 'done') return new Refusal('unavailable')
  const { facts } = answer
  const instruction = {
    payee_name: facts.payeeName,
    ...(facts.upiUrl === undefined
      ? {}
      : { upi_url: facts.upiUrl, opens_app: facts.opensApp, payee_vpa: facts.payeeVpa }),
  }
  storeInstruction(tx, row.id, instruction)
  return presentPayIn({ ...row, instruction }) ?? new Refusal('unavailable')
}
