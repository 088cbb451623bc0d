/** The state in words, whose move it is, until when, and what happens if nobody moves. */

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { type LapseFigures, lapseText } from '#messages/lapse-text.ts'
import { type CurrentStep, moveText } from '#messages/lifecycle-steps.ts'
import { statusName } from '#messages/lifecycle-text.ts'
import { eventWords, isFrozen } from '#web/features/deals/words/events.ts'
import { isNotYetInForce } from '#web/features/deals/words/no-answer-yet.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import type { DealOutline } from '#web/lib/offline-copy.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'
import { RequestNote } from './request-note.tsx'

const WorkNote = lazyWithRetry(async () => (await import('./work-note.tsx')).WorkNote, { bars: 1 })
/** Paid, and not on its way yet, or delivered: of either track. Of work its date, too. */
const hasWorkNote = ({ track, status, due_at }: Deal): boolean =>
  due_at !== null &&
  (status === 'delivered' || status === 'funded' || (track === 'services' && status === 'in_delivery'))

/** "Your turn: ship it…", "Waiting for Ravi Traders to …". */
function moveWords(deal: Deal): string {
  if (isFrozen(deal)) return m.deal_on_hold({ amount: formatPaiseShort(deal.money.amount_paise) })
  if (deal.payee_waits || deal.payments_paused) return m.payee_waits_title()
  return isBankAsked(deal) ? m.deal_claim_move() : moveText(stepOf(deal))
}

/** Both may move while a complaint has its fee to be paid: "Your turn" would have the other side pay and answer what may lapse. */
const moversOf = (deal: Deal): Deal['whose_move'] =>
  isNotYetInForce(deal) ? deal.whose_move.filter((mover) => mover !== deal.me) : deal.whose_move

function stepOf(deal: Deal): CurrentStep {
  const { dispute, policy } = deal
  const hasFee = policy.disputeFeePaise !== 0
  return {
    status: deal.status,
    track: deal.track,
    viewer: deal.me,
    movers: moversOf(deal),
    complainant: dispute?.opened_by ?? null,
    feesDue: PARTIES.filter((party) => hasFee && dispute?.fees[party] === 'due'),
    amount: formatPaiseShort(deal.money.amount_paise),
    names: { payer: nameOf(deal, 'payer'), payee: nameOf(deal, 'payee') },
  }
}
/** They say that they have paid: "Your turn: pay" would have them pay twice. */
const isBankAsked = (deal: Deal): boolean =>
  isFeeClaimed(deal) || (deal.status === 'agreed' && deal.payment_claim?.state === 'checking')
/** The fee that the deadline waits for: that of the complaint, then that of the answer. */
function isFeeClaimed({ status, me, dispute, to_pay, payment_claim }: Deal): boolean {
  if (status !== 'disputed' || to_pay?.purpose !== 'fee' || payment_claim?.state !== 'checking') return false
  return dispute?.opened_by === me || dispute?.fees[dispute.opened_by] !== 'due'
}
const isOfPayee = (wait: Deal['payee_waits']): boolean => wait === 'missing' || wait === 'needs_clarification'
const PARTIES: readonly Party[] = ['payer', 'payee']

export function StatusPanel({ deal }: { deal: Deal }) {
  if (isTerminal(deal.status)) return <EndedStatus deal={deal} />
  const isMine = deal.payee_waits
    ? deal.me === 'payee' && isOfPayee(deal.payee_waits)
    : moversOf(deal).includes(deal.me) && !isBankAsked(deal)
  return (
    <section className={`deal-status ${isMine ? 'deal-status--mine' : ''}`} aria-label={m.deal_now()}>
      {!isFrozen(deal) && <p className="deal-status__status">{statusName(deal.status, deal.track)}</p>}
      <p className="deal-status__move">{moveWords(deal)}</p>
      {deal.due_at && (
        <p className="deal-status__until">
          <span className="deal-status__label">{m.deal_until()}</span>{' '}
          <Moment at={deal.due_at} now={deal.now} />
        </p>
      )}
      {isFrozen(deal) && <p className="deal-status__claim">{m.email_deal_frozen_next()}</p>}
      {isFrozen(deal) && deal.me === 'team' && (
        <Link to={href('/admin/frozen-deals')}>{m.frozen_desk()}</Link>
      )}
      <StrayPayment deal={deal} />
      {hasWorkNote(deal) && <WorkNote deal={deal} />}
      <DeclinedReturn deal={deal} />
      <RequestNote deal={deal} />
    </section>
  )
}

/** The strip says that nothing was paid yet: whoever has paid something else would send the rest, which goes back as well. */
function StrayPayment({ deal: { me, payouts, to_pay } }: { deal: Deal }) {
  if (!to_pay) return null
  // one of a payment before has nothing to do with what is due now
  const stray = payouts.findLast(({ pay_in_purpose, to }) => pay_in_purpose === to_pay.purpose && to === me)
  const due = formatPaiseShort(to_pay.amount_paise)
  return (
    stray && (
      <p className="deal-status__claim">
        {m.deal_stray({ amount: formatPaiseShort(stray.amount_paise), due })}
      </p>
    )
  )
}

/** Why there is a complaint that nobody filed. */
function DeclinedReturn({ deal }: { deal: Deal }) {
  const declined = deal.status === 'disputed' && deal.events.findLast(({ name }) => name === 'decline_return')
  if (!declined) return null
  return (
    <p className="deal-status__claim muted">
      {eventWords(deal, declined)}: {m.email_detail_decline_return()}
    </p>
  )
}

/** What happens at the deadline, below the button that prevents it; loud where not paying a fee gives the money away. */
export function LapseNote({ deal }: { deal: Deal }) {
  const words = lapseWords(deal)
  if (words === '') return null
  if (deal.status === 'disputed' && moversOf(deal).includes(deal.me) && !isFeeClaimed(deal))
    return (
      <Notice kind="stop">
        <p>{words}</p>
      </Notice>
    )
  return <p className="deal-status__lapse muted">{words}</p>
}

function lapseWords(deal: Deal): string {
  if (!deal.due_at || !deal.lapse) return ''
  const figures = figuresOf(deal, deal.due_at)
  if (isFeeClaimed(deal)) return m.deal_fee_claim_lapse({ time: figures.time })
  // who could pay cannot, or says that they have: "if you do nothing" would have them pay twice
  return deal.payee_waits || isBankAsked(deal)
    ? m.payee_waits_lapse({ time: figures.time })
    : lapseText(stepOf(deal), figures)
}

function figuresOf(deal: Deal, dueAt: string): LapseFigures {
  const { lapse, money, policy } = deal
  const parts = lapse?.parts ?? null
  return {
    time: shortMoment(Date.parse(dueAt)),
    parts: parts && { payerPaise: parts.payer_paise, payeePaise: parts.payee_paise },
    amountPaise: money.amount_paise,
    releasePaise: money.release_payee_paise,
    feePaise: Number(policy.disputeFeePaise),
    isBesideDate: deal.status === 'in_delivery' && deal.track === 'services',
  }
}

/** How it ended and why; the money line above says where the money went. */
export function EndedStatus({ deal }: { deal: DealOutline }) {
  const last = deal.events.at(-1)
  return (
    <section className="deal-status deal-status--ended" aria-label={m.deal_now()}>
      <p className="deal-status__status">{m.deal_ended({ status: statusName(deal.status, deal.track) })}</p>
      {last && (
        <p className="deal-status__move">
          {eventWords(deal, last)}, <Moment at={last.at} />
        </p>
      )}
    </section>
  )
}

/** For screen readers: announces a change of state or move while the page is open. Silent at first. */
export function StatusAnnouncer({ deal }: { deal: Deal }) {
  const words = m.deal_changed({ status: statusName(deal.status, deal.track), move: moveWords(deal) })
  const previous = useRef(words)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (previous.current !== words) setAnnounced(words)
    previous.current = words
  }, [words])
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  )
}
