/**
 * A payer disputes a payment with their bank. While nobody has decided, the deal stands still and what has not left it waits.
 * Lost: the payer owes what the provider took, and a deal that still holds the money ends, nobody paid. Won or closed: it
 * goes on with the time that was left. Reports come twice and in any order: a state gives way only to a later one, and
 * nothing takes back that it was lost.
 */
import { gatewayAccount, receivableAccount } from '#core/accounts.ts'
import type { Chargeback } from '#core/contract/deal-freezes.ts'
import { HELD } from '#core/lifecycle/states.ts'
import { toIso } from '#core/time.ts'
import type { ChargebackFact } from '#server/rails/rail.ts'
import {
  type ChargebackRow,
  findChargeback,
  insertChargeback,
  listChargebackRows,
  listHoldingChargebacks,
  updateChargeback,
} from '#server/repositories/chargebacks.ts'
import { type Loaded, lockDeal } from '#server/repositories/deals.ts'
import { insertReversal, reversedBy } from '#server/repositories/frozen-deals.ts'
import { findDepositKind, findPayInOfDeposit, type PayInRow } from '#server/repositories/payments.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { chargeBack, freezeDeal, thawDeal } from '#server/services/deals/freeze.ts'
import { applyLapses } from '#server/services/deals/lapse.ts'
import { notifyOfChargeback } from '#server/services/notifications/chargeback-notifications.ts'
import { tellOfDebt } from './debts.ts'
import { mustPost } from './post.ts'
import { rejudgeUnsentOf } from './queue-payout.ts'

type ChargebackReport = ChargebackFact & { readonly provider: string }

/** From the first to the last. */
const ORDER: readonly ChargebackRow['state'][] = ['open', 'under_review', 'closed', 'won', 'lost']
const isOver = (state: ChargebackRow['state']): boolean => ORDER.indexOf(state) > 1

/** Of a payment that is not known it throws, and the inbox tries again. */
export async function recordChargeback(ctx: Ctx, report: ChargebackReport): Promise<void> {
  const { provider, paymentId, disputeId: dispute_id } = report
  const payIn = await findPayInOfDeposit(ctx.tx, provider, paymentId)
  if (!payIn) throw new Error(`no payment ${paymentId} of ${provider} that could be disputed`)
  const locked = await lockDeal(ctx.tx, payIn.deal_id)
  if (!locked) throw new Error(`pay-in ${payIn.id} without its deal`)
  // what was due before the report came is done: a release that came first has ended the hold
  const loaded = await applyLapses(ctx, locked)
  const before = await findChargeback(ctx.tx, { provider, dispute_id })
  const row = before
    ? await updateChargeback(ctx.tx, before, later(ctx, before, report))
    : await insertChargeback(ctx.tx, firstRow(ctx, payIn, report))
  const isNew = before?.state !== row.state && (before === undefined || isOver(row.state))
  await book(ctx, row, report)
  if (!isOver(row.state)) await holdBack(ctx, { loaded, row, payIn }, before)
  else if (row.state === 'lost') await lose(ctx, { row, payIn }, isNew)
  else if (isNew && !before?.ended_at) await letGo(ctx, row)
  await rejudgeUnsentOf(ctx, row.deal_id)
  // while nobody had decided, what was taken was no debt yet
  const takenPaise = row.deducted_paise - (isNew ? 0 : (before?.booked_paise ?? 0))
  if (row.state === 'lost' && takenPaise > 0)
    await tellOfDebt(ctx, {
      ...{ userId: row.user_id, dealId: row.deal_id, amountPaise: takenPaise },
      transferId: postingOf(row, row.deducted_paise),
    })
  if (isNew) await notifyOfChargeback(ctx, loaded.deal, row)
}

const firstRow = (ctx: Ctx, { deal_id, user_id }: PayInRow, report: ChargebackReport) => ({
  ...{ provider: report.provider, dispute_id: report.disputeId, provider_payment_id: report.paymentId },
  ...{ deal_id, user_id, phase: report.phase, reason: report.reason, state: report.state },
  ...{ amount_paise: report.amountPaise, deducted_paise: report.deductedPaise, booked_paise: 0 },
  respond_by: report.respondBy === null ? null : new Date(report.respondBy),
  ...{ holds_deal: false, opened_at: new Date(ctx.now) },
  ended_at: isOver(report.state) ? new Date(ctx.now) : null,
})

/** What an older report says of the state, the money and the clock changes none of them. */
function later(ctx: Ctx, before: ChargebackRow, report: ChargebackReport) {
  const isLater = ORDER.indexOf(report.state) > ORDER.indexOf(before.state)
  const state = isLater ? report.state : before.state
  const respondBy = Math.max(before.respond_by?.getTime() ?? 0, report.respondBy ?? 0)
  return {
    state,
    phase: isOver(before.state) || before.phase !== 'retrieval' ? before.phase : report.phase,
    deducted_paise: Math.max(before.deducted_paise, report.deductedPaise),
    respond_by: respondBy === 0 ? null : new Date(respondBy),
    ended_at: before.ended_at ?? (isOver(state) ? new Date(ctx.now) : null),
  }
}

/** What the provider has taken is owed by the payer; what it gives back is not. */
async function book(ctx: Ctx, row: ChargebackRow, { provider }: ChargebackReport): Promise<void> {
  const owedPaise = row.state === 'won' || row.state === 'closed' ? 0 : row.deducted_paise
  const amountPaise = owedPaise - row.booked_paise
  if (amountPaise === 0) return
  await mustPost(ctx, {
    id: postingOf(row, owedPaise),
    kind: 'deposit_reversed',
    entries: [
      { account: gatewayAccount(provider), amountPaise },
      { account: receivableAccount(row.user_id), amountPaise: -amountPaise },
    ],
  })
  await updateChargeback(ctx.tx, row, { booked_paise: owedPaise })
}

const postingsOf = ({ provider, dispute_id, state }: ChargebackRow): string =>
  `chargeback:${provider}:${dispute_id}:${state}:`

/** A state comes once, and within it what was taken only grows. */
const postingOf = (row: ChargebackRow, owedPaise: number): string => `${postingsOf(row)}${owedPaise}`

interface Disputed {
  readonly loaded: Loaded
  readonly row: ChargebackRow
  readonly payIn: PayInRow
}

/** The money of the deal itself, and not a fee or what came too late. */
async function isOfHold({ tx }: Ctx, { row, payIn }: Omit<Disputed, 'loaded'>): Promise<boolean> {
  const kind = await findDepositKind(tx, row.provider, row.provider_payment_id)
  return payIn.purpose === 'amount' && (kind === 'applied' || kind === 'over')
}

/** When it first takes money into doubt, and not again when two Admins have let the deal go on. */
async function holdBack(
  ctx: Ctx,
  { loaded, row, payIn }: Disputed,
  before: ChargebackRow | undefined,
): Promise<void> {
  const isFirst = before === undefined || before.phase === 'retrieval'
  if (!isFirst || row.phase === 'retrieval' || !(await isOfHold(ctx, { row, payIn }))) return
  await stopDeal(ctx, { loaded, row }, 'disputed')
}

/** One that stands still because of another dispute must not go on when that is won. */
async function stopDeal(
  ctx: Ctx,
  { loaded, row }: Omit<Disputed, 'payIn'>,
  cause: 'disputed' | 'taken_back',
): Promise<void> {
  const isFrozen = await freezeDeal(ctx, loaded, row.amount_paise, cause)
  const isShared = !isFrozen && (await listHoldingChargebacks(ctx.tx, row.deal_id)).length > 0
  if (isFrozen || isShared) await updateChargeback(ctx.tx, row, { holds_deal: true })
}

/**
 * What is lost may be taken later, or bit by bit: the deal knows of each bit, or it would pay out what is gone. A part that was
 * taken ends no deal: it stands still until two Admins have said how it ends.
 */
async function lose(ctx: Ctx, { row, payIn }: Omit<Disputed, 'loaded'>, isNew: boolean): Promise<void> {
  const ofHold = await isOfHold(ctx, { row, payIn })
  const amountPaise = row.deducted_paise - (await reversedBy(ctx.tx, row.deal_id, postingsOf(row)))
  if (amountPaise > 0)
    await insertReversal(ctx.tx, {
      ...{ transfer_id: postingOf(row, row.deducted_paise), deal_id: row.deal_id, user_id: row.user_id },
      ...{ amount_paise: amountPaise, of_hold: ofHold },
    })
  else if (!isNew) return
  if (!ofHold) return
  const loaded = await mustLock(ctx, row.deal_id)
  const isHeld = (HELD as readonly string[]).includes(loaded.deal.status)
  if (!isHeld) return
  await stopDeal(ctx, { loaded, row }, 'taken_back')
  if (row.deducted_paise >= loaded.deal.amount_paise)
    await chargeBack(ctx, await mustLock(ctx, row.deal_id), null)
}

/** Won or closed. Another dispute of the deal may still hold it. */
async function letGo(ctx: Ctx, row: ChargebackRow): Promise<void> {
  if (!row.holds_deal || (await listHoldingChargebacks(ctx.tx, row.deal_id)).length > 0) return
  const loaded = await mustLock(ctx, row.deal_id)
  if (loaded.deal.frozen_since !== null) await thawDeal(ctx, loaded)
}

async function mustLock(ctx: Ctx, id: string): Promise<Loaded> {
  const loaded = await lockDeal(ctx.tx, id)
  if (!loaded) throw new Error(`deal ${id} is away`)
  return loaded
}

const isoOf = (at: Date | null): string | null => at && toIso(at.getTime())

export async function presentChargebacks(ctx: UserCtx): Promise<Chargeback[]> {
  const rows = await listChargebackRows(ctx.tx)
  return rows.map(({ deal_id, opened_at, ended_at, respond_by, ...row }) => ({
    ...{ provider: row.provider, dispute_id: row.dispute_id, payment_id: row.provider_payment_id },
    ...{ form_pk: deal_id, payer: row.payer, phase: row.phase, reason: row.reason, state: row.state },
    ...{ amount_paise: row.amount_paise, deducted_paise: row.deducted_paise, holds_deal: row.holds_deal },
    ...{ respond_by: isoOf(respond_by), opened_at: toIso(opened_at.getTime()), ended_at: isoOf(ended_at) },
    evidence_url: `/api/deals/${deal_id}/evidence.zip`,
  }))
}
