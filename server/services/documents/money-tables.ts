/** Money in and out of a deal as tables; another person's account number is never on them. */
import type { Party } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { waitOf } from '#core/payout-holds.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'
import { holderName } from '#server/mail/company-profile.ts'
import type { PdfBlock, PdfMoneyCell } from '#server/pdf/document.ts'
import { setOffsOfDeal } from '#server/repositories/debts.ts'
import { movementsOfDeal } from '#server/repositories/ledger.ts'
import { listArrived, listPayouts, type PayoutRow } from '#server/repositories/payments.ts'
import { type DealBalances, dealBalances } from '#server/services/deal/balances.ts'
import { type DocumentContext, formatAt, participantLabel } from './document-context.ts'

/** What the ledger says now. */
export const balancesOf = async ({ ctx, loaded: { deal } }: DocumentContext): Promise<DealBalances> =>
  dealBalances(deal, await movementsOfDeal(ctx.tx, deal.id))

/**
 * What each party was paid of the deal's amount, or what of it was kept for their debt, without fees and stray payments. The
 * payer reads of the payee's part before tax: how much was withheld is the payee's business.
 */
export async function sharesFor(
  { ctx, loaded, viewer }: DocumentContext,
  { tdsPaise, tcsPaise }: DealBalances,
): Promise<Record<Party, number>> {
  const payouts = await listPayouts(ctx.tx, loaded.deal.id)
  const setOffs = await setOffsOfDeal(ctx.tx, loaded.deal.id)
  const sent = (purpose: PayoutRow['purpose']): number =>
    payouts
      .filter((row) => row.purpose === purpose && row.status !== 'returned')
      .reduce((sum, row) => sum + row.amount_paise, 0)
  const withheldPaise = viewer === 'payer' ? tdsPaise + tcsPaise : 0
  return {
    payer: sent('refund') + setOffs.refund,
    payee: sent('release') + sent('tax_back') + setOffs.release + withheldPaise,
  }
}

/** The money line: where the amount of the deal is. Fees and stray payments are in the tables below it. */
export async function moneyLineOf(context: DocumentContext, balances: DealBalances): Promise<PdfMoneyCell[]> {
  const { participants, facts, locale } = context
  const { track } = facts
  const shares = await sharesFor(context, balances)
  const cell = (label: string, name: string, value: number): PdfMoneyCell => ({
    label,
    name,
    amount: formatPaiseShort(value),
    isFull: value > 0,
  })
  const payer = facts.fundedAt === null ? facts.amountPaise : shares.payer
  return [
    cell(roleName('payer', track, { locale }), participants.payer.name, payer),
    cell(m.document_money_held({}, { locale }), holderName(locale), balances.heldPaise),
    cell(roleName('payee', track, { locale }), participants.payee.name, shares.payee),
  ]
}

export async function paidIn(context: DocumentContext): Promise<PdfBlock> {
  const { ctx, loaded, locale } = context
  const rows = await listArrived(ctx.tx, loaded.deal.id)
  const purpose = { amount: m.document_for_amount, fee: m.document_for_fee } as const
  return {
    kind: 'table',
    isMoney: true,
    widths: [4, 4, 3, 2],
    head: [
      m.document_when({}, { locale }),
      m.document_for({}, { locale }),
      m.document_reference({}, { locale }),
      m.document_amount({}, { locale }),
    ],
    rows: rows.map((row) => [
      formatAt(row.at, locale),
      `${purpose[row.purpose]({}, { locale })}, ${participantLabel(context, row.party)}`,
      row.reference,
      formatPaiseShort(row.amount_paise),
    ]),
  }
}

const PURPOSE = {
  release: m.document_for_release,
  refund: m.document_for_refund,
  fee_back: m.document_for_fee_back,
  tax_back: m.document_for_tax_back,
  stray: m.document_for_stray,
  suspense: m.document_for_stray,
} as const

/** One's own payouts, all of them for the team. */
export async function payoutsFor({ ctx, loaded, viewer }: DocumentContext): Promise<PayoutRow[]> {
  const rows = await listPayouts(ctx.tx, loaded.deal.id)
  return rows.filter((row) => viewer === 'team' || row.party === viewer)
}

/** A debt is its debtor's business: the other side reads of the whole amount. */
export async function keptFor({ ctx, loaded, viewer }: DocumentContext): Promise<readonly KeptPart[]> {
  const { release, refund } = await setOffsOfDeal(ctx.tx, loaded.deal.id)
  const parts: KeptPart[] = [
    { party: 'payee', amountPaise: release },
    { party: 'payer', amountPaise: refund },
  ]
  return parts.filter(({ party, amountPaise }) => amountPaise > 0 && [party, 'team'].includes(viewer))
}

interface KeptPart {
  readonly party: Party
  readonly amountPaise: number
}

export function paidOut(
  context: DocumentContext,
  rows: readonly PayoutRow[],
  keptParts: readonly KeptPart[] = [],
): PdfBlock {
  const { locale } = context
  return {
    kind: 'table',
    isMoney: true,
    widths: [4, 4, 3, 2],
    head: [
      m.document_for({}, { locale }),
      m.document_to({}, { locale }),
      m.document_state({}, { locale }),
      m.document_amount({}, { locale }),
    ],
    rows: [
      ...rows.map((row) => [
        PURPOSE[row.purpose]({}, { locale }),
        [
          participantLabel(context, row.party),
          ...(row.destination === null ? [] : [maskedAccount(row.destination)]),
        ].join('\n'),
        stateOf(row, locale),
        formatPaiseShort(row.amount_paise),
      ]),
      ...keptParts.map(({ party, amountPaise }) => [
        m.document_for_set_off({}, { locale }),
        participantLabel(context, party),
        m.document_state_set_off({}, { locale }),
        formatPaiseShort(amountPaise),
      ]),
    ],
  }
}

function stateOf(row: PayoutRow, locale: DocumentContext['locale']): string {
  if (row.status === 'review') return m.document_state_review({}, { locale })
  if (waitOf([row]) !== null) return m.document_state_held({}, { locale })
  if (row.status !== 'paid' || row.paid_at === null) return m.document_state_waiting({}, { locale })
  const paid = m.document_state_paid({ at: formatAt(row.paid_at, locale) }, { locale })
  return `${paid}\n${row.provider_ref ?? row.id}`
}
