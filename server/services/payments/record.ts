/**
 * Money arrived, as a provider reports it. Once per payment of the provider, whatever it is for: what is due moves
 * the deal on; anything late, twice, short or over is owed back to the payer at once; from nobody we know, suspense.
 */
import { decide } from '../../../core/lifecycle/decide.ts'
import { paise } from '../../../core/money.ts'
import type { DepositTable } from '../../db/tables.ts'
import { type Loaded, lockDeal } from '../../repositories/deals.ts'
import {
  failPayIn,
  findPayInByReference,
  insertDeposit,
  keepWebhook,
  type PayInRow,
  setPayIn,
} from '../../repositories/payments.ts'
import type { Ctx } from '../context.ts'
import { carryOut } from '../deals/carry-out.ts'
import { factsOf } from '../deals/facts.ts'
import { applyLapses } from '../deals/lapse.ts'
import { mustPost } from '../deals/settle.ts'
import { notifyOfMoney } from '../notices/money-notice.ts'
import { queuePayout } from '../payouts/queue.ts'

export interface Reported {
  readonly provider: string
  readonly eventId: string
  readonly kind: 'paid' | 'failed'
  readonly paymentId: string
  readonly reference: string | null
  readonly amountPaise: number
  readonly source: string | null
  readonly raw: unknown
}

export async function recordPayment(ctx: Ctx, report: Reported): Promise<void> {
  const [isNew, payIn] = await Promise.all([
    keepWebhook(ctx.tx, report.provider, report.eventId, report.raw),
    report.reference === null ? undefined : findPayInByReference(ctx.tx, report.reference),
  ])
  if (!isNew) return
  if (report.kind === 'failed') return markFailed(ctx, payIn)
  if (!payIn) return keepUnknown(ctx, report)
  const found = await lockDeal(ctx.tx, payIn.deal_id)
  if (!found) throw new Error('a pay-in without its deal')
  const loaded = await applyLapses(ctx, found)
  // read again: the lock came after, and a lapse closes what was open
  const current = (await findPayInByReference(ctx.tx, payIn.reference)) ?? payIn
  await take(ctx, report, loaded, current)
}

/** A failed try ends this pay-in; the payer opens another. Money that comes for it after all is still taken. */
async function markFailed(ctx: Ctx, payIn: PayInRow | undefined): Promise<void> {
  if (payIn) await failPayIn(ctx.tx, payIn.id)
}

type Kind = DepositTable['kind']

async function take(ctx: Ctx, report: Reported, loaded: Loaded, payIn: PayInRow): Promise<void> {
  const kind = judge(report, loaded, payIn)
  const isNew = await insertDeposit(ctx.tx, {
    provider: report.provider,
    provider_payment_id: report.paymentId,
    pay_in_id: payIn.id,
    deal_id: loaded.deal.id,
    amount_paise: report.amountPaise,
    source: report.source,
    kind,
    at: new Date(ctx.now),
  })
  if (!isNew) return
  const applied = kind === 'applied' || kind === 'over' ? payIn.amount_paise : 0
  if (applied > 0) await apply(ctx, report, loaded, payIn)
  await owe(ctx, report, payIn, { kind, amountPaise: report.amountPaise - applied })
}

function judge(report: Reported, { deal, dispute }: Loaded, payIn: PayInRow): Kind {
  if (payIn.status === 'paid') return 'double'
  // a try that was said to have failed, and another after it: both may bring the fee
  if (payIn.purpose === 'fee' && (dispute?.[`${payIn.party}_fee_paise`] ?? 0) > 0) return 'double'
  const wanted = payIn.purpose === 'amount' ? ['agreed'] : ['disputed', 'negotiating']
  if (payIn.status === 'closed' || !wanted.includes(deal.status)) return 'late'
  if (report.amountPaise < payIn.amount_paise) return 'short'
  return report.amountPaise > payIn.amount_paise ? 'over' : 'applied'
}

/** What was due: into the hold, and the deal moves on. */
async function apply(ctx: Ctx, report: Reported, loaded: Loaded, payIn: PayInRow): Promise<void> {
  const { deal } = loaded
  const isFee = payIn.purpose === 'fee'
  const account = isFee ? `fee_hold:${deal.id}:${payIn.party}` : `hold:${deal.id}`
  await Promise.all([
    mustPost(ctx, {
      id: `${report.provider}:${report.paymentId}`,
      kind: isFee ? 'fee' : 'fund',
      dealId: deal.id,
      entries: [
        { account: `gateway:${report.provider}`, amountPaise: -payIn.amount_paise },
        { account, amountPaise: payIn.amount_paise },
      ],
    }),
    setPayIn(ctx.tx, payIn.id, { status: 'paid', paid_at: new Date(ctx.now) }),
  ])
  const decision = decide(await factsOf(ctx, loaded), {
    action: isFee ? 'pay_fee' : 'fund',
    by: 'gateway',
    now: ctx.now,
    fee: isFee ? { party: payIn.party, paise: paise(payIn.amount_paise) } : undefined,
  })
  if (!decision.ok) throw new Error(`money that was due was refused: ${decision.code}`)
  await carryOut(ctx, loaded, decision, {
    name: isFee ? 'pay_fee' : 'fund',
    by: 'gateway',
    actorId: null,
    data: {
      amount_paise: payIn.amount_paise,
      reference: payIn.reference,
      ...(isFee ? { party: payIn.party } : {}),
    },
  })
}

/** What was not due goes to the sender's payable account and straight back to where it came from. */
async function owe(
  ctx: Ctx,
  report: Reported,
  payIn: PayInRow,
  { kind, amountPaise }: { kind: Kind; amountPaise: number },
): Promise<void> {
  if (amountPaise === 0) return
  await mustPost(ctx, {
    id: `${report.provider}:${report.paymentId}:stray`,
    kind: 'stray',
    dealId: payIn.deal_id,
    entries: [
      { account: `gateway:${report.provider}`, amountPaise: -amountPaise },
      { account: `payable:${payIn.user_id}`, amountPaise },
    ],
  })
  const who = { id: payIn.deal_id, payer_id: null, payee_id: null, [`${payIn.party}_id`]: payIn.user_id }
  await queuePayout(ctx, who, { party: payIn.party, purpose: 'stray', amountPaise })
  if (kind === 'applied' || kind === 'unknown') return
  await notifyOfMoney(ctx, {
    reason: kind,
    paymentId: `${report.provider}:${report.paymentId}`,
    amountPaise,
    userId: payIn.user_id,
    dealId: payIn.deal_id,
  })
}

async function keepUnknown(ctx: Ctx, report: Reported): Promise<void> {
  const isNew = await insertDeposit(ctx.tx, {
    provider: report.provider,
    provider_payment_id: report.paymentId,
    amount_paise: report.amountPaise,
    source: report.source,
    kind: 'unknown',
    at: new Date(ctx.now),
  })
  if (!isNew) return
  await mustPost(ctx, {
    id: `${report.provider}:${report.paymentId}:suspense`,
    kind: 'stray',
    entries: [
      { account: `gateway:${report.provider}`, amountPaise: -report.amountPaise },
      { account: 'suspense', amountPaise: report.amountPaise },
    ],
  })
  const paymentId = `${report.provider}:${report.paymentId}`
  await notifyOfMoney(ctx, { reason: 'unknown', paymentId, amountPaise: report.amountPaise })
}
