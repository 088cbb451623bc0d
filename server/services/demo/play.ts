/** Plays a deal of the demo or of a scenario by the services that its people would call, in one transaction. */
import { Refusal } from '#core/errors.ts'
import { DAY_MS } from '#core/time.ts'
import { randomId } from '#server/lib/tokens.ts'
import type { Rail } from '#server/rails/rail.ts'
import { lockDeal } from '#server/repositories/deals.ts'
import { findPayIn } from '#server/repositories/payments.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { act } from '#server/services/deals/act.ts'
import { createServices, createShopping } from '#server/services/deals/create.ts'
import { openPayment } from '#server/services/money/open-pay-in.ts'
import { recordPayment } from '#server/services/money/record-payment.ts'
import { DEMO_DESCRIPTIONS, type DemoDeal, type DemoStep } from './deals.ts'

/** The team is needed by a step of its own alone. */
export interface DealCast {
  readonly payer: UserRow
  readonly payee: UserRow
  readonly team?: UserRow
  readonly rails: ReadonlyMap<string, Rail>
}

/** Answers the deal's id. */
export async function playDeal(ctx: Ctx, cast: DealCast, deal: DemoDeal): Promise<string> {
  const as = (who: DemoStep[0]): UserCtx => {
    const user = cast[who]
    if (!user) throw new Error(`nobody plays the ${who}`)
    return { ...ctx, user: sessionUser(user) }
  }
  const { id } = await createOffer(as(deal.track === 'shopping' ? 'payer' : 'payee'), deal, cast)
  for (const [who, action, input] of deal.steps) {
    if (action === 'pay' || action === 'fee') await payDue(as(who), cast.rails, id)
    else await takeStep(as(who), id, action, input ?? {})
  }
  return id
}

function createOffer(ctx: UserCtx, deal: DemoDeal, { payer, payee }: DealCast) {
  const description = DEMO_DESCRIPTIONS[deal.title]
  if (deal.track === 'shopping')
    return createShopping(ctx, {
      service_details: deal.title,
      amount: deal.amount,
      cpty_phone: payee.phone_number,
      cpty_company: payee.business_name ?? '',
      ...description,
    })
  return createServices(ctx, {
    cpty_full_name: `${payer.first_name} ${payer.last_name}`,
    cpty_phone: payer.phone_number,
    cpty_email: payer.email,
    deliverables: deal.title,
    payment_mode: 'Full Payment',
    date_of_completion: ctx.now + 14 * DAY_MS,
    other_info: 'Two rounds of changes',
    cancellation_fee: 20,
    amount: deal.amount,
    coupon_code: null,
    ...description,
  })
}

async function takeStep(
  ctx: UserCtx,
  dealId: string,
  action: string,
  input: Record<string, unknown>,
): Promise<void> {
  const openOffer = (await lockDeal(ctx.tx, dealId))?.dispute?.open_offer_id
  const body = input.offer_id === 'open' ? { ...input, offer_id: openOffer } : input
  const result = await act(ctx, { dealId, action, body })
  if (result instanceof Refusal) throw new Error(`the demo's ${action} was refused: ${result.code}`)
}

async function payDue(ctx: UserCtx, rails: DealCast['rails'], dealId: string): Promise<void> {
  const due = await openPayment(ctx, rails, dealId)
  if (due instanceof Refusal) throw new Error(`the demo's payment was refused: ${due.code}`)
  const payIn = await findPayIn(ctx.tx, due.id)
  const id = randomId()
  await recordPayment(ctx, {
    provider: 'sandbox',
    paymentId: `pay_${id}`,
    orderId: null,
    reference: payIn?.reference ?? null,
    amountPaise: due.amount_paise,
    source: `u${ctx.user.id}@sandbox`,
  })
}
