/** What each action does to a deal of the model, once it is judged to be allowed. */
import { businessDays, DAY, type Dispute, type ModelDeal, other, type Side } from './deal.ts'
import { judge, type Want } from './expected-outcome.ts'

type Move = (deal: ModelDeal, want: Want) => void

const release: Move = (deal) => deal.end('released', 0)
const deliver: Move = (deal, { action, input, now }) => {
  if (action === 'confirm_receipt' || input.isRight === true) deal.delivered('confirmed', now)
  else deal.delivered(deal.hasFittingNumber ? 'claimed' : 'unproven', now)
}

const MOVES: Readonly<Record<string, Move>> = {
  edit: (deal, { input, now }) => {
    deal.amount = Number(input.amount) * 100
    deal.version += 1
    deal.dueAt = now + 7 * DAY
  },
  accept: (deal, { now }) => deal.enter('agreed', now + 2 * DAY),
  decline: (deal) => deal.end('declined'),
  withdraw: (deal) => deal.end('withdrawn'),
  ship: (deal, { input }) => {
    deal.hasCode = input.courier === 'hand'
    deal.hasFittingNumber = input.courier === 'delhivery'
    deal.tries = 0
    deal.inDelivery(businessDays(deal.fundedAt))
  },
  start: (deal, { now }) => deal.inDelivery(Math.max(deal.of.completionAt ?? 0, now) + 2 * DAY),
  cancel: (deal, { by }) => {
    if (deal.status === 'funded' || by === 'payee') deal.end('refunded', deal.amount)
    else deal.cancelled()
  },
  deliver,
  confirm_receipt: deliver,
  release,
  withdraw_return: release,
  propose_extension: (deal, { input }) => {
    deal.extensionTo = Date.parse(String(input.due))
  },
  grant_extension: (deal) => {
    const to = deal.extensionTo as number
    deal.extensionTo = null
    deal.inDelivery(to)
  },
  decline_extension: (deal) => {
    deal.extensionTo = null
  },
  ask_more_time: (deal) => {
    deal.moreTimeAsked = true
    deal.dueAt = (deal.dueAt as number) + 2 * DAY
  },
  request_changes: (deal, { now }) => {
    deal.changes += 1
    deal.inDelivery(Math.max(deal.deliveryDueAt as number, now + 5 * DAY))
  },
  request_return: (deal, { now }) => deal.enter('return_requested', now + 2 * DAY),
  accept_return: (deal) => deal.enter('returning', (deal.deliveredAt as number) + 8 * DAY),
  ship_return: (deal, { now }) => deal.enter('return_in_transit', businessDays(now)),
  confirm_return: (deal) => deal.end('refunded', deal.amount),
  complain: (deal, { by, now }) => deal.open(by as Side, now),
  decline_return: (deal, { now }) => deal.open('payer', now),
  respond: (deal) => deal.enter('negotiating', (deal.dispute as Dispute).filedAt + 10 * DAY),
  withdraw_complaint: (deal) => deal.endForRespondent(),
  propose_split: (deal, { by, input }) => {
    const share = Number(input.payer_share_paise)
    ;(deal.dispute as Dispute).offer = { id: '', by: by as Side, share }
  },
  accept_split: (deal) => deal.end('settled', deal.dispute?.offer?.share, 'both_back'),
  escalate: (deal, { by, now }) => {
    const { escalated } = deal.dispute as Dispute
    escalated.add(by as Side)
    if (escalated.has(other(by as Side))) deal.enter('mediation', now + 30 * DAY)
  },
  decide: (deal, { input }) =>
    deal.end('settled', Number(input.payer_share_paise), { atFault: String(input.at_fault) }),
}

/** Null when it is done, the refusal's code otherwise. */
export function actOn(deal: ModelDeal, want: Want): string | null {
  deal.lapse(want.now)
  const refused = judge(deal, want)
  if (refused) return refused
  const move = MOVES[want.action]
  if (!move) throw new Error(`the oracle does not know ${want.action}`)
  deal.seq += 1
  move(deal, want)
  return null
}
