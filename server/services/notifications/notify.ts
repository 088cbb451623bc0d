/** Tells the people concerned by a decision: what happened, what became of the money, whose move it is, until when. */
import type { Moving } from '#core/lifecycle/allowed.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { EventRow } from '#server/repositories/events.ts'
import { OFFER_KINDS } from '#server/repositories/notifications.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { type DealParticipants, participantsFrom } from '#server/services/deal/participants.ts'
import { type DealSnapshot, type DecisionOutcome, snapshotAfter } from '#server/services/deal/snapshot.ts'
import { newComplaintLink } from './complaint-link.ts'
import { composeMessage } from './compose.ts'
import { deliver, partiesOf, type Recipient, teamOf } from './deliver.ts'
import type { MailedToken } from './mailed-token.ts'
import { outOfQuietHours } from './reminder-schedule.ts'

interface NoticeSubject {
  readonly deal: DealRow
  readonly people: readonly UserRow[]
  /** Of the link to complain, where the event has one (complaintToken). */
  readonly token?: MailedToken | undefined
}

/**
 * Both parties about every event but their own acts, which are mailed where money moved or is due from them; the team
 * when it has to move, or when a deadline took its decision. Written in the transaction of the decision: no message is
 * lost, and none precedes it. The emails leave after the commit at any hour but those that their reader wants quiet:
 * somebody has to act, or money moved.
 */
export async function notify(
  ctx: Ctx,
  { deal, people, token }: NoticeSubject,
  event: Pick<EventRow, 'seq' | 'name' | 'by' | 'data'>,
  outcome: DecisionOutcome,
): Promise<void> {
  const snapshot = snapshotAfter(outcome)
  const participants = participantsFrom(ctx, deal, people)
  const isForTeam = snapshot.movers.includes('team') || event.name === 'decisionLimit'
  const recipients = [...partiesOf(participants), ...(isForTeam ? await teamOf(ctx) : [])]
  const otherLink = token && newComplaintLink(ctx, participants, token)
  await deliver(
    ctx,
    recipients.map((recipient) => ({
      ...messageFor(ctx, { snapshot, event }, recipient),
      key: `deal:${deal.id}:${event.seq}`,
      kind: event.name,
      dealId: deal.id,
      isOwn: isOwn(participants, event, recipient.view),
      isOffer: isOfOffer(participants, event, outcome.from, recipient.view),
      contentIn: (locale) => ({
        ...composeMessage({ participants, snapshot, event }, { ...recipient, locale }),
        ...(otherLink && recipient.view === 'payer' ? { otherLink } : {}),
      }),
    })),
  )
}

/** Money that arrived. A deal that ends with money has shares. */
const PAYMENTS: readonly string[] = ['fund', 'pay_fee']

/** Money that the bank reports is its payer's act. An offer link is taken in the name of its Seller, who learns of it here. */
function isOwn(
  { isFromLink }: DealParticipants,
  { name, by, data }: Pick<EventRow, 'name' | 'by' | 'data'>,
  view: Moving,
): boolean {
  if (view === 'team' || (name === 'accept' && isFromLink)) return false
  return view === by || (name === 'fund' && view === 'payer') || (name === 'pay_fee' && data.party === view)
}

const isToPay = ({ status, fees }: DealSnapshot, view: Moving): boolean =>
  view !== 'team' && (fees[view].isDue || (status === 'agreed' && view === 'payer'))

/** In somebody's quiet hours an email waits, unless a deadline would pass soon after them. */
function messageFor(
  ctx: Ctx,
  { snapshot, event }: { snapshot: DealSnapshot; event: Pick<EventRow, 'name'> },
  { view, person }: Recipient,
) {
  const { movers, status, shares, dueAt } = snapshot
  const hasMoved = shares !== null || PAYMENTS.includes(event.name)
  return {
    person,
    isNews: !movers.includes(view) && !isTerminal(status),
    isAboutMoney: hasMoved || isToPay(snapshot, view),
    notBefore: person.quiet ? outOfQuietHours(ctx.now, dueAt, person.quiet) : null,
  }
}

/**
 * Before the other side has agreed to anything: made, changed and taken back as often as its maker likes. By an offer link
 * the seller has agreed beforehand, so that a piece is taken and given back as often.
 */
function isOfOffer(
  { isFromLink }: DealParticipants,
  { name, by }: Pick<EventRow, 'name' | 'by'>,
  from: DecisionOutcome['from'],
  view: Moving,
): boolean {
  if (isFromLink && name === 'accept') return view === 'payee'
  if (view === by || !OFFER_KINDS.includes(name)) return false
  return from === null || from === 'proposed' || isFromLink
}
