/** How a dispute ended: what was said, who decided, what each gets, and the reasons. */
import { Refusal } from '#core/errors.ts'
import { isTerminal, type Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PdfBlock, PdfContent, PdfFact } from '#server/pdf/document.ts'
import type { DisputeRow } from '#server/repositories/deals.ts'
import { type DocumentContext, formatAt, layoutDocument, participantLabel } from './document-context.ts'
import { balancesOf, moneyLineOf, sharesFor } from './money-tables.ts'

/** Throws Refusal `wrong_state` while there is no dispute, or it has not ended. */
export async function decision(context: DocumentContext): Promise<PdfContent> {
  const { locale, loaded } = context
  const { dispute, deal } = loaded
  if (!dispute || !isTerminal(deal.status)) throw new Refusal('wrong_state')
  const isDecided = dispute.decision !== null
  return layoutDocument(context, {
    title: (isDecided ? m.document_decision : m.document_settlement)({}, { locale }),
    moneyLine: await moneyLineOf(context, await balancesOf(context)),
    blocks: [
      { kind: 'heading', text: m.document_complaint({}, { locale }) },
      { kind: 'facts', rows: complaint(context, dispute) },
      { kind: 'heading', text: m.document_outcome({}, { locale }) },
      { kind: 'facts', rows: await outcome(context, dispute) },
      ...reasons(context, dispute),
      { kind: 'text', text: final(context) },
    ],
  })
}

const final = ({ locale }: DocumentContext): string =>
  m.document_final({ email: companyProfile().grievance_officer.email }, { locale })

function complaint(context: DocumentContext, dispute: DisputeRow): PdfFact[] {
  const { locale } = context
  const rows: PdfFact[] = [
    [m.document_complaint_by({}, { locale }), participantLabel(context, dispute.complainant)],
    [m.document_complaint_at({}, { locale }), formatAt(dispute.filed_at, locale)],
    [
      m.document_complaint_reason({}, { locale }),
      reasonWords(dispute.reason, context.loaded.deal.track, locale),
    ],
  ]
  if (dispute.wanted)
    rows.push([m.document_complaint_wanted({}, { locale }), remedyWords(dispute.wanted, locale)])
  return [
    ...rows,
    [m.document_complaint_statement({}, { locale }), dispute.statement],
    [
      m.document_complaint_response({}, { locale }),
      dispute.response ?? m.document_complaint_none({}, { locale }),
    ],
  ]
}

async function outcome(context: DocumentContext, dispute: DisputeRow): Promise<PdfFact[]> {
  const { locale, loaded, events } = context
  const balances = await balancesOf(context)
  const shares = await sharesFor(context, balances)
  const decidedAt = parseMoment(String(dispute.decision?.at ?? '')) ?? events.at(-1)?.at.getTime() ?? 0
  const gets = (party: Party): [string, string] => [
    m.document_gets({ name: participantLabel(context, party) }, { locale }),
    formatPaiseShort(shares[party]),
  ]
  const fault: PdfFact[] = dispute.decision
    ? [[m.document_at_fault({}, { locale }), faultWords(context, String(dispute.decision.at_fault))]]
    : []
  const fee = (party: Party): [string, string] => [
    m.document_fee_of({ name: participantLabel(context, party) }, { locale }),
    feeWords(party === 'payer' ? dispute.payer_fee_fate : dispute.payee_fee_fate, locale),
  ]
  return [
    [m.document_amount({}, { locale }), formatPaiseShort(loaded.deal.amount_paise)],
    [m.document_outcome_at({}, { locale }), formatAt(decidedAt, locale)],
    [m.document_outcome_by({}, { locale }), deciderWords(context)],
    ...fault,
    gets('payer'),
    gets('payee'),
    ...(balances.commissionPaise > 0
      ? ([[m.document_commission({}, { locale }), formatPaiseShort(balances.commissionPaise)]] as PdfFact[])
      : []),
    fee('payer'),
    fee('payee'),
  ]
}

function deciderWords(context: DocumentContext): string {
  const { locale, events } = context
  const last = events.at(-1)
  if (last?.by === 'team') return m.document_by_team({}, { locale })
  if (last?.name === 'accept_split') return m.document_by_parties({}, { locale })
  if (last?.by === 'payer' || last?.by === 'payee') return participantLabel(context, last.by)
  return m.document_by_lapse({}, { locale })
}

function faultWords(context: DocumentContext, fault: string): string {
  if (fault === 'payer' || fault === 'payee') return participantLabel(context, fault)
  return (fault === 'both' ? m.document_fault_both : m.document_fault_none)({}, { locale: context.locale })
}

function feeWords(fate: DisputeRow['payer_fee_fate'], locale: DocumentContext['locale']): string {
  if (fate === 'back') return m.document_fee_returned({}, { locale })
  return (fate === 'kept' ? m.document_fee_kept : m.document_fee_unpaid)({}, { locale })
}

function reasons({ locale }: DocumentContext, dispute: DisputeRow): PdfBlock[] {
  if (!dispute.decision) return []
  return [
    { kind: 'heading', text: m.document_reasons({}, { locale }) },
    { kind: 'text', text: String(dispute.decision.reasons ?? '') },
  ]
}
