/** How a dispute ended: what was said, who decided, what each gets, and the reasons. */
import { Refusal } from '../../../core/errors.ts'
import { isTerminal, type Party } from '../../../core/lifecycle/states.ts'
import { formatPaise } from '../../../core/money.ts'
import { parseMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { reasonWords, remedyWords } from '../../../messages/dispute-text.ts'
import { letterhead } from '../../mail/letterhead.ts'
import type { Block, Paper } from '../../pdf/paper.ts'
import type { DisputeRow } from '../../repositories/deals.ts'
import { seatsOf, sharesOf, sumsOf } from './money-tables.ts'
import { at, calledIn, framed, type Sheet } from './sheet.ts'

type Facts = [label: string, value: string][]

/** Throws Refusal `wrong_state` while there is no dispute, or it has not ended. */
export async function decision(sheet: Sheet): Promise<Paper> {
  const { locale, loaded } = sheet
  const { dispute, deal } = loaded
  if (!dispute || !isTerminal(deal.status)) throw new Refusal('wrong_state')
  const isDecided = dispute.decision !== null
  return framed(sheet, {
    title: (isDecided ? m.paper_decision : m.paper_settlement)({}, { locale }),
    seats: await seatsOf(sheet, await sumsOf(sheet)),
    blocks: [
      { kind: 'heading', text: m.paper_complaint({}, { locale }) },
      { kind: 'facts', rows: complaint(sheet, dispute) },
      { kind: 'heading', text: m.paper_outcome({}, { locale }) },
      { kind: 'facts', rows: await outcome(sheet, dispute) },
      ...reasons(sheet, dispute),
      { kind: 'text', text: final(sheet) },
    ],
  })
}

const final = ({ locale }: Sheet): string =>
  m.paper_final({ email: letterhead().grievance_officer.email }, { locale })

function complaint(sheet: Sheet, dispute: DisputeRow): Facts {
  const { locale } = sheet
  const rows: Facts = [
    [m.paper_complaint_by({}, { locale }), calledIn(sheet, dispute.complainant)],
    [m.paper_complaint_at({}, { locale }), at(dispute.filed_at, locale)],
    [m.paper_complaint_reason({}, { locale }), reasonWords(dispute.reason, locale)],
  ]
  if (dispute.wanted)
    rows.push([m.paper_complaint_wanted({}, { locale }), remedyWords(dispute.wanted, locale)])
  return [
    ...rows,
    [m.paper_complaint_statement({}, { locale }), dispute.statement],
    [m.paper_complaint_response({}, { locale }), dispute.response ?? m.paper_complaint_none({}, { locale })],
  ]
}

async function outcome(sheet: Sheet, dispute: DisputeRow): Promise<Facts> {
  const { locale, loaded, events } = sheet
  const [sums, shares] = [await sumsOf(sheet), await sharesOf(sheet)]
  const decidedAt = parseMoment(String(dispute.decision?.at ?? '')) ?? events.at(-1)?.at.getTime() ?? 0
  const gets = (party: Party): [string, string] => [
    m.paper_gets({ name: calledIn(sheet, party) }, { locale }),
    formatPaise(shares[party]),
  ]
  const fault: Facts = dispute.decision
    ? [[m.paper_at_fault({}, { locale }), faultWords(sheet, String(dispute.decision.at_fault))]]
    : []
  const fee = (party: Party): [string, string] => [
    m.paper_fee_of({ name: calledIn(sheet, party) }, { locale }),
    feeWords(party === 'payer' ? dispute.payer_fee_fate : dispute.payee_fee_fate, locale),
  ]
  return [
    [m.paper_amount({}, { locale }), formatPaise(loaded.deal.amount_paise)],
    [m.paper_outcome_at({}, { locale }), at(decidedAt, locale)],
    [m.paper_outcome_by({}, { locale }), deciderWords(sheet)],
    ...fault,
    gets('payer'),
    gets('payee'),
    ...(sums.commission > 0
      ? ([[m.paper_commission({}, { locale }), formatPaise(sums.commission)]] as Facts)
      : []),
    fee('payer'),
    fee('payee'),
  ]
}

function deciderWords(sheet: Sheet): string {
  const { locale, events } = sheet
  const last = events.at(-1)
  if (last?.by === 'team') return m.paper_by_team({}, { locale })
  if (last?.name === 'accept_split') return m.paper_by_parties({}, { locale })
  if (last?.by === 'payer' || last?.by === 'payee') return calledIn(sheet, last.by)
  return m.paper_by_lapse({}, { locale })
}

function faultWords(sheet: Sheet, fault: string): string {
  if (fault === 'payer' || fault === 'payee') return calledIn(sheet, fault)
  return (fault === 'both' ? m.paper_fault_both : m.paper_fault_none)({}, { locale: sheet.locale })
}

function feeWords(fate: DisputeRow['payer_fee_fate'], locale: Sheet['locale']): string {
  if (fate === 'back') return m.paper_fee_returned({}, { locale })
  return (fate === 'kept' ? m.paper_fee_kept : m.paper_fee_unpaid)({}, { locale })
}

function reasons({ locale }: Sheet, dispute: DisputeRow): Block[] {
  if (!dispute.decision) return []
  return [
    { kind: 'heading', text: m.paper_reasons({}, { locale }) },
    { kind: 'text', text: String(dispute.decision.reasons ?? '') },
  ]
}
