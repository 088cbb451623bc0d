/**
 * Money of a deal that stays with the provider in the payee's name: asked for with the order, and told what is the payee's
 * when the deal ends. The job of server/jobs/provider-holds.ts gets it there.
 */
import { type AccountCode, gatewayAccount, heldAtProvider } from '#core/accounts.ts'
import { releaseParts } from '#core/charges.ts'
import { Refusal } from '#core/errors.ts'
import { paise } from '#core/money.ts'
import { payeeWait } from '#core/payee-accounts.ts'
import type { HoldOrder } from '#server/rails/holds.ts'
import type { Rail } from '#server/rails/rail.ts'
import { findDeal } from '#server/repositories/deals.ts'
import { findLinkedAccount } from '#server/repositories/linked-accounts.ts'
import type { PayInRow, PayoutRow } from '#server/repositories/payments.ts'
import {
  findHoldOfDeal,
  findHoldOfPayment,
  findProviderHold,
  insertProviderHold,
  lockProviderHold,
  type ProviderHoldRow,
  updateProviderHold,
  wakeProviderHold,
} from '#server/repositories/provider-holds.ts'
import type { Ctx } from '#server/services/context.ts'

/**
 * What is to be held of what a pay-in brings: the payee's part at a full release. Written down before the order is opened.
 * Undefined for a fee, and where the provider holds nothing. Throws Refusal `payee_unready`.
 */
export async function holdOrderFor(ctx: Ctx, rail: Rail, payIn: PayInRow): Promise<HoldOrder | undefined> {
  if (!rail.holds || payIn.purpose !== 'amount') return undefined
  const loaded = await findDeal(ctx.tx, payIn.deal_id)
  const payeeId = loaded?.deal.payee_id ?? null
  const account = payeeId === null ? undefined : await findLinkedAccount(ctx.tx, payeeId)
  const activatedAt = account?.activated_at?.getTime() ?? null
  const wait = payeeWait(account ? { state: account.state, activatedAt } : null, ctx.now)
  if (!loaded || !account?.account_id || wait !== null) throw new Refusal('payee_unready')
  const { payeePaise } = releaseParts(paise(payIn.amount_paise), loaded.deal.commission_basis_points)
  const row = await insertProviderHold(ctx.tx, {
    ...{ id: payIn.id, deal_id: payIn.deal_id, user_id: account.user_id, provider: payIn.provider },
    ...{ account_id: account.account_id, amount_paise: payeePaise, created_at: new Date(ctx.now) },
  })
  return { accountId: row.account_id, amountPaise: row.amount_paise }
}

/** Where none of the money is real nobody holds any: no statement is spent on it. */
const isPretended = ({ custody }: Ctx['settings']): boolean => custody === null

/** The payment of a pay-in has come. Money that the deal does not take goes back, and with it what is held of it. */
export async function noteHeldPayment(
  { tx, settings }: Ctx,
  payInId: string,
  { paymentId, isApplied }: { paymentId: string; isApplied: boolean },
): Promise<void> {
  if (isPretended(settings)) return
  const hold = await lockProviderHold(tx, payInId)
  if (!hold || hold.payment_id !== null) return
  await updateProviderHold(tx, payInId, { payment_id: paymentId, ...(isApplied ? {} : { keep_paise: 0 }) })
  await wakeProviderHold(tx, payInId)
}

/** The deal has ended, and this much is its payee's. */
export async function endProviderHold(
  { tx, settings }: Ctx,
  dealId: string,
  keepPaise: number,
): Promise<void> {
  if (isPretended(settings)) return
  const hold = await findHoldOfDeal(tx, dealId)
  if (!hold) return
  await lockProviderHold(tx, hold.id)
  await updateProviderHold(tx, hold.id, { keep_paise: keepPaise })
  await wakeProviderHold(tx, hold.id)
}

/** The hold that a payout waits for, or is paid from. */
export async function holdOfPayout(
  { tx, settings }: Ctx,
  payout: Pick<PayoutRow, 'purpose' | 'deal_id' | 'provider' | 'refund_of'>,
): Promise<ProviderHoldRow | undefined> {
  if (isPretended(settings)) return undefined
  if (payout.refund_of !== null) return findHoldOfPayment(tx, payout.provider, payout.refund_of)
  return payout.purpose === 'release' && payout.deal_id !== null
    ? findHoldOfDeal(tx, payout.deal_id)
    : undefined
}

/** Whether the provider has brought it to where the deal has ended. */
export const isHoldReady = async ({ tx }: Ctx, id: string): Promise<boolean> =>
  ((await findProviderHold(tx, id))?.ready_at ?? null) !== null

/** Where the money of a payout is: a release of what is held leaves what is held. */
export const accountOfPayout = ({
  provider,
  purpose,
  hold_of,
}: Pick<PayoutRow, 'provider' | 'purpose' | 'hold_of'>): AccountCode =>
  purpose === 'release' && hold_of !== null ? heldAtProvider(provider) : gatewayAccount(provider)
