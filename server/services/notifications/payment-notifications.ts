/** Messages about money that no decision moved: it arrived wrongly, was paid out, or could not be. To its owner and the team. */
import { dealLink, pageLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { formatMoment } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { purposeText } from '#messages/payout-text.ts'
import { type DealRow, findDeal } from '#server/repositories/deals.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { findUser } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { fromUser, type Participant, titleOf } from '#server/services/deal/participants.ts'
import { deliver, teamOf } from './deliver.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'

interface StrayPayment {
  readonly reason: 'late' | 'double' | 'short' | 'over'
  readonly paymentId: string
  readonly amountPaise: number
  readonly userId: number
  readonly dealId: string
  /** What its pay-in asks for; until when, where the deadline that runs waits for it. */
  readonly due: { readonly amountPaise: number; readonly until: number | null }
}
interface UnknownPayment {
  readonly reason: 'unknown'
  readonly paymentId: string
  readonly amountPaise: number
}
/** Money that left without us, a deposit that the bank has taken back, or what a provider holds and no call moves. */
interface BankAlarm {
  readonly reason: 'unexplained' | 'taken_back' | 'hold_stuck' | 'hold_ends'
  readonly paymentId: string
  readonly amountPaise: number
  /** Payments that the amount is of; one unless it says otherwise. */
  readonly count?: number
}
/** A payout that was sent or cannot be, or a payment that does not fit what was due. */
export type PaymentProblem = { readonly payout: PayoutRow } | UnknownPayment | StrayPayment | BankAlarm

const STRAY_HEADLINES = {
  late: m.email_stray_late,
  double: m.email_stray_double,
  over: m.email_stray_over,
} as const

function strayHeadline({ reason, amountPaise, due }: StrayPayment, locale: Locale): string {
  const amount = formatPaiseShort(amountPaise)
  if (reason !== 'short') return STRAY_HEADLINES[reason]({ amount }, { locale })
  const words = { amount, due: formatPaiseShort(due.amountPaise) }
  return due.until === null
    ? m.email_stray_short(words, { locale })
    : m.email_stray_short_until({ ...words, until: formatMoment(due.until, locale) }, { locale })
}

export type PaymentText = (locale: Locale) => Pick<MessageContent, 'headline' | 'body'>
type MessageTopic = Pick<OutgoingMessage, 'key' | 'kind' | 'dealId'>

export function notifyOfPayment(ctx: Ctx, payment: PaymentProblem): Promise<void> {
  if ('payout' in payment) return notifyOfPayout(ctx, payment.payout)
  return 'userId' in payment ? notifyOfStray(ctx, payment) : notifyOfTeamMatter(ctx, payment)
}

interface SetOff {
  readonly userId: number
  readonly dealId: string
  readonly purpose: 'release' | 'refund'
  readonly setOffPaise: number
  /** Of what the deal pays them, and of what they owe: what is left. */
  readonly paidPaise: number
  readonly owedPaise: number
}

/** To whoever owed it: what they get is less than the deal says. */
export async function notifyOfSetOff(ctx: Ctx, { userId, dealId, purpose, ...sums }: SetOff): Promise<void> {
  const [owner, deal] = await Promise.all([findUser(ctx.tx, userId), dealOf(ctx, dealId)])
  if (!owner) throw new Error(`user ${userId} does not exist`)
  const topic = { key: `set_off:${dealId}:${purpose}`, kind: 'payout', dealId }
  const amount = formatPaiseShort(sums.setOffPaise)
  const rest = { paid: formatPaiseShort(sums.paidPaise), owed: formatPaiseShort(sums.owedPaise) }
  const restWords = sums.owedPaise > 0 ? m.email_set_off_rest : m.email_set_off_last
  const text: PaymentText = (locale) => ({
    headline: m.email_set_off({ amount }, { locale }),
    body: [m.email_set_off_why({}, { locale }), restWords(rest, { locale })],
  })
  await notifyOwner(ctx, topic, { person: fromUser(ctx, owner), deal, text })
}

interface NewDebt {
  readonly userId: number
  readonly dealId: string
  /** Of the posting that it comes of. */
  readonly transferId: string
  readonly amountPaise: number
  /** All of it, with what they owed before. */
  readonly owedPaise: number
}

/** To whoever owes it from now on. */
export async function notifyOfDebt(
  ctx: Ctx,
  { userId, dealId, transferId, amountPaise, owedPaise }: NewDebt,
): Promise<void> {
  const [owner, deal] = await Promise.all([findUser(ctx.tx, userId), dealOf(ctx, dealId)])
  if (!owner) throw new Error(`user ${userId} does not exist`)
  const [amount, owed] = [formatPaiseShort(amountPaise), formatPaiseShort(owedPaise)]
  const text: PaymentText = (locale) => ({
    headline: m.email_debt({ amount }, { locale }),
    body: [m.email_debt_text({ owed }, { locale })],
  })
  const topic = { key: `debt:${transferId}`, kind: 'payout', dealId }
  await notifyOwner(ctx, topic, { person: fromUser(ctx, owner), deal, text })
}

interface DebtPaid {
  readonly userId: number
  readonly transferId: string
  readonly paidPaise: number
  /** What is left. */
  readonly owedPaise: number
}

/** To whoever owed it and has paid it back from their bank. */
export async function notifyOfDebtPaid(
  ctx: Ctx,
  { userId, transferId, paidPaise, owedPaise }: DebtPaid,
): Promise<void> {
  const owner = await findUser(ctx.tx, userId)
  if (!owner) throw new Error(`user ${userId} does not exist`)
  const topic = { key: transferId, kind: 'payout', dealId: null }
  const [amount, owed] = [formatPaiseShort(paidPaise), formatPaiseShort(owedPaise)]
  const text: PaymentText = (locale) => ({
    headline: m.email_debt_paid({ amount }, { locale }),
    body: [
      owedPaise > 0 ? m.email_debt_paid_rest({ owed }, { locale }) : m.email_debt_paid_last({}, { locale }),
    ],
  })
  await notifyOwner(ctx, topic, { person: fromUser(ctx, owner), deal: null, text })
}

const TEAM_HEADLINES = {
  unknown: m.email_stray_unknown,
  unexplained: m.email_unexplained_debit,
  taken_back: m.email_deposit_taken_back,
  hold_stuck: m.email_hold_stuck,
  hold_ends: m.email_hold_ends,
} as const

const teamHeadline = (
  { reason, amountPaise, ...alarm }: UnknownPayment | BankAlarm,
  locale: Locale,
): string => {
  const amount = formatPaiseShort(amountPaise)
  const count = 'count' in alarm ? (alarm.count ?? 1) : 1
  return count > 1
    ? m.email_unexplained_debits({ amount, count }, { locale })
    : TEAM_HEADLINES[reason]({ amount }, { locale })
}

function notifyOfTeamMatter(ctx: Ctx, matter: UnknownPayment | BankAlarm): Promise<void> {
  const topic = { key: `stray:${matter.paymentId}`, kind: 'stray', dealId: null }
  return notifyTeam(ctx, topic, (locale) => ({ headline: teamHeadline(matter, locale), body: [] }))
}

async function notifyOfStray(ctx: Ctx, payment: StrayPayment): Promise<void> {
  const topic = { key: `stray:${payment.paymentId}`, kind: 'stray', dealId: payment.dealId }
  const text: PaymentText = (locale) => ({
    headline: strayHeadline(payment, locale),
    body: [],
  })
  const [owner, deal] = await Promise.all([findUser(ctx.tx, payment.userId), dealOf(ctx, payment.dealId)])
  if (owner) await notifyOwner(ctx, topic, { person: fromUser(ctx, owner), deal, text })
  await notifyTeam(ctx, topic, text)
}

/** A stranger has no account that could be told; the team hears of what went wrong. */
async function notifyOfStrangersPayout(ctx: Ctx, row: PayoutRow): Promise<void> {
  if (row.status === 'paid') return
  const headline = row.status === 'returned' ? m.email_payout_returned_team : m.email_payout_stuck_team
  const words = { amount: formatPaiseShort(row.amount_paise), name: row.recipient ?? '' }
  const topic = { key: `payout:${row.id}:${row.status}`, kind: 'payout', dealId: null }
  await notifyTeam(ctx, topic, (locale) => ({ headline: headline(words, { locale }), body: [] }))
}

async function notifyOfPayout(ctx: Ctx, row: PayoutRow): Promise<void> {
  if (row.user_id === null) return notifyOfStrangersPayout(ctx, row)
  const [owner, deal] = await Promise.all([findUser(ctx.tx, row.user_id), dealOf(ctx, row.deal_id)])
  if (!owner) throw new Error(`the owner of payout ${row.id} does not exist`)
  const amount = formatPaiseShort(row.amount_paise)
  const account = maskedAccount(row.destination ?? '')
  const person = fromUser(ctx, owner)
  const topic = { key: `payout:${row.id}:${row.status}`, kind: 'payout', dealId: row.deal_id }
  if (row.status === 'paid') {
    const reference = row.provider_ref ?? row.id
    const text: PaymentText = (locale) => ({
      headline: m.email_paid_out({ amount, account }, { locale }),
      body: [
        ...[purposeText(row.purpose, locale) ?? []].flat(),
        m.email_paid_out_reference({ reference }, { locale }),
      ],
    })
    return notifyOwner(ctx, topic, { person, deal, text })
  }
  const [toTeam, toOwner, next] = problemWords(row)
  await notifyTeam(ctx, topic, (locale) => ({
    headline: toTeam({ amount, name: person.name }, { locale }),
    body: [],
  }))
  const text: PaymentText = (locale) => ({
    headline: toOwner({ amount, account }, { locale }),
    body: [next({}, { locale })],
  })
  await notifyOwner(ctx, topic, { person, deal, text, leadsTo: '/account' })
}

/** For the team, for its owner, and what its owner can do. */
function problemWords({ status, by_transfer }: PayoutRow) {
  if (status === 'returned')
    return [m.email_payout_returned_team, m.email_payout_returned, m.email_payout_stuck_next] as const
  if (status === 'held' && by_transfer)
    return [m.email_refund_failed_team, m.email_refund_failed, m.email_refund_failed_next] as const
  return [m.email_payout_stuck_team, m.email_payout_stuck, m.email_payout_stuck_next] as const
}

export const dealOf = async ({ tx }: Ctx, id: string | null): Promise<DealRow | null> =>
  id === null ? null : ((await findDeal(tx, id))?.deal ?? null)

interface OwnerMessage {
  readonly person: Participant
  readonly deal: DealRow | null
  readonly text: PaymentText
  /** Where its reader has something to do; the deal, or the list of deals, where left out. */
  readonly leadsTo?: '/account'
}

export async function notifyOwner(
  ctx: Ctx,
  topic: MessageTopic,
  { person, deal, text, leadsTo }: OwnerMessage,
): Promise<void> {
  const { publicUrl } = ctx.settings
  const line = deal && { title: titleOf(deal), amount: formatPaiseShort(deal.amount_paise) }
  const wayOn = (locale: Locale): Pick<MessageContent, 'link' | 'linkLabel'> => {
    const options = { locale }
    if (leadsTo)
      return { link: pageLink(publicUrl, locale, leadsTo), linkLabel: m.email_changed_look({}, options) }
    if (deal) return { link: dealLink(publicUrl, locale, deal.id), linkLabel: m.email_open({}, options) }
    return { link: pageLink(publicUrl, locale, '/deals'), linkLabel: m.email_offers_digest_open({}, options) }
  }
  const contentIn = (locale: Locale): MessageContent => ({
    ...withSubject(text(locale)),
    about: line && m.email_deal_line(line, { locale }),
    ...wayOn(locale),
  })
  await deliver(ctx, [{ ...topic, person, contentIn, notBefore: null }])
}

async function notifyTeam(ctx: Ctx, topic: MessageTopic, text: PaymentText): Promise<void> {
  const link = `${ctx.settings.publicUrl}/admin_dashboard`
  const contentFor = (locale: Locale): MessageContent => ({
    ...withSubject(text(locale)),
    about: null,
    link,
    linkLabel: m.email_open_desk({}, { locale }),
  })
  const team = await teamOf(ctx)
  await deliver(
    ctx,
    team.map(({ person }) => ({ ...topic, person, contentIn: contentFor, notBefore: null })),
  )
}

const withSubject = <T extends { readonly headline: string }>(text: T) => ({
  ...text,
  subject: text.headline.replace(/[.।]$/, ''),
})
