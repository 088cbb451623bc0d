import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Deal, DealEvent } from '#core/contract/deals.ts'
import type { Track } from '#core/ids.ts'
import { HELD, isTerminal, type Party, STATUSES, type Status } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { moveText } from '#messages/lifecycle-steps.ts'
import { statusName } from '#messages/lifecycle-text.ts'
import { type DealCopy, offlineCopy } from '#web/lib/offline-copy.ts'
import { DealCopyView } from './deal-copy.tsx'
import { StageTracker } from './panels/stage-tracker.tsx'
import { isDealCopy } from './words/people.ts'

const AMOUNT = 1_249_900
const NOW = '2026-11-24T10:00:00+05:30'
const DUE = '2026-11-26T10:00:00+05:30'

const EVENTS: readonly Pick<DealEvent, 'name' | 'by' | 'data'>[] = [
  { name: 'create', by: 'payer', data: {} },
  { name: 'accept', by: 'payee', data: {} },
  { name: 'fund', by: 'gateway', data: { party: 'payer', amount_paise: AMOUNT } },
  { name: 'ship', by: 'payee', data: { courier: 'delhivery', tracking_number: 'SECRET-1' } },
  { name: 'deliver', by: 'payee', data: { proof: 'courier', window_ms: 172_800_000, note: 'SECRET-2' } },
  { name: 'request_return', by: 'payer', data: { reason: 'SECRET-3' } },
  { name: 'accept_return', by: 'payee', data: { address: 'SECRET-4' } },
  { name: 'complain', by: 'payer', data: { reason: 'damaged_defective', statement: 'SECRET-5' } },
  { name: 'propose_split', by: 'payee', data: { payer_share_paise: 5_000, note: 'SECRET-6' } },
]

/** With everything set that its page would speak about online. */
const live = (status: Status, track: Track, me: Party): Deal =>
  ({
    ...{
      form_pk: 'pk',
      track,
      status,
      me,
      creator: 'payer',
      terms_version: 1,
      whose_move: ['payer', 'payee'],
    },
    ...{ now: NOW, due_at: isTerminal(status) ? null : DUE, due_event: null, lapse: null },
    terms: { service_details: 'Old phone', deliverables: 'A logo', other_info: 'SECRET-7' },
    policy: { disputeFeePaise: 5_000 },
    parties: {
      payer: { name: 'Asha Rao', phone_number: 'SECRET-8', again: { yes: 1, of: 2 } },
      payee: {
        name: 'Ravi',
        business_name: 'Ravi Traders',
        phone_number: 'SECRET-9',
        again: { yes: 1, of: 2 },
      },
    },
    events: EVENTS.map((event, at) => ({ ...event, seq: at + 1, at: NOW, terms_version: 1, hash: 'h' })),
    money: {
      amount_paise: AMOUNT,
      held_paise: (HELD as readonly Status[]).includes(status) ? AMOUNT : 0,
      payee_paise: 0,
      // what a refund after a dispute brings: the amount and the fee
      payer_paise: status === 'refunded' ? AMOUNT + 5_000 : 0,
      commission_paise: 0,
      stray_paise: { payer: 0, payee: 0 },
    },
    paid_out: { payer: true, payee: true },
    dispute: {
      ...{ opened_by: 'payer', reason: 'damaged_defective', statement: 'SECRET-5' },
      fees: { payer: status === 'refunded' ? 'returned' : 'due', payee: 'due' },
    },
    to_pay: { purpose: 'fee', amount_paise: 5_000 },
    payment_claim: { state: 'checking', at: NOW, utr: 'SECRET-10', look_until: null },
    rating: { open: true, given: null },
    ...{ actions: [], payouts: [], files: [], papers: ['receipt'], handover_code: 'SECRET-11' },
  }) as unknown as Deal

const copyOf = (deal: Deal): DealCopy => {
  const { body } = offlineCopy({ body: deal, total: 0 })
  const stored: object = JSON.parse(JSON.stringify(body))
  if (!isDealCopy(stored)) throw new Error('a copy that the page would take for the answer of the server')
  return stored
}

const draw = (deal: DealCopy): string =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(DealCopyView, { deal }),
      createElement(StageTracker, { deal }),
    ),
  ).replaceAll('&#x27;', "'")

/** Sentences that need what no copy has: of whose move it is, of fees, addresses, files, messages, reasons. */
const unknowable = ({ status, track, me }: Deal): string[] => [
  ...(['payer', 'payee', null] as const).map((complainant) =>
    moveText({
      ...{ status, track, viewer: me, movers: ['payer', 'payee'], complainant, feesDue: [] },
      ...{ amount: '₹12,499', names: { payer: 'Asha Rao', payee: 'Ravi Traders' } },
    }),
  ),
  m.deal_return_no_address({ name: 'Ravi Traders' }),
  m.deal_return_no_address_own({ name: 'Asha Rao' }),
  m.deal_proof_none(),
  m.deal_chat_none(),
  m.deal_reason_other(),
  m.deal_fee_due(),
]

const CASES = STATUSES.flatMap((status) =>
  (['shopping', 'services'] as const).flatMap((track) =>
    (['payer', 'payee'] as const).map((me) => [status, track, me] as const),
  ),
)

describe('a deal that is read from the copy on the device', () => {
  it.each(CASES)('%s, %s, to the %s: says what the copy has, and no more', (...of) => {
    const deal = live(...of)
    const page = draw(copyOf(deal))
    expect(page).toContain(statusName(deal.status, deal.track))
    expect(page).toContain(m.offline_rest())
    expect(page).not.toContain('SECRET')
    for (const sentence of unknowable(deal).filter(Boolean)) expect(page).not.toContain(sentence)
  })
  it('has a returned fee in no amount', () => {
    expect(draw(copyOf(live('refunded', 'shopping', 'payer')))).toContain('₹12,499')
    expect(draw(copyOf(live('refunded', 'shopping', 'payer')))).not.toContain('₹12,549')
  })
  it('is read as one that the program before this one stored', () => {
    const stored = {
      ...copyOf(live('returning', 'shopping', 'payer')),
      ...{ actions: [], to_pay: null, dispute: null, files: [], papers: [], chat_url: null },
    }
    expect(isDealCopy(stored)).toBe(true)
    expect(draw(stored)).toContain(statusName('returning', 'shopping'))
  })
  it('is not what the server answers', () => {
    expect(isDealCopy(live('returning', 'shopping', 'payer'))).toBe(false)
    expect(isDealCopy(undefined)).toBe(false)
  })
})
