/** Money in and out of the deal, with the line that says where it is. */
import { Refusal } from '#core/errors.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import type { PdfBlock, PdfContent } from '#server/pdf/document.ts'
import { listArrived } from '#server/repositories/payments.ts'
import type { DealBalances } from '#server/services/deal/balances.ts'
import { currentSnapshot } from '#server/services/deal/snapshot.ts'
import { headlineOf } from '#server/services/notifications/compose.ts'
import { type DocumentContext, formatAt, layoutDocument, participantLabel } from './document-context.ts'
import { balancesOf, keptFor, moneyLineOf, paidIn, paidOut, payoutsFor } from './money-tables.ts'

/** Throws Refusal `wrong_state` until some money has moved. */
export async function receipt(context: DocumentContext): Promise<PdfContent> {
  const { locale, ctx, loaded } = context
  const arrived = await listArrived(ctx.tx, loaded.deal.id)
  if (arrived.length === 0) throw new Refusal('wrong_state')
  const balances = await balancesOf(context)
  const payouts = await payoutsFor(context)
  const keptParts = await keptFor(context)
  const out: PdfBlock[] =
    payouts.length + keptParts.length === 0
      ? []
      : [{ kind: 'heading', text: m.document_paid_out({}, { locale }) }, paidOut(context, payouts, keptParts)]
  const total = arrived.reduce((sum, row) => sum + row.amount_paise, 0)
  return layoutDocument(context, {
    title: m.document_receipt({}, { locale }),
    moneyLine: await moneyLineOf(context, balances),
    blocks: [
      { kind: 'facts', rows: [[m.document_for({}, { locale }), context.participants.title]] },
      { kind: 'heading', text: m.document_paid_in({}, { locale }) },
      await paidIn(context),
      ...out,
      { kind: 'heading', text: m.document_account({}, { locale }) },
      account(context, balances, total),
      { kind: 'text', text: m.document_not_invoice({}, { locale }) },
      { kind: 'heading', text: m.document_acts({}, { locale }) },
      acts(context),
    ],
  })
}

/** Who did what and when: the last ones of a long deal, so that the paper stays one page. */
function acts({ participants, facts, events, locale }: DocumentContext): PdfBlock {
  const context = { participants, snapshot: currentSnapshot(facts), view: 'team', locale } as const
  const left = Math.max(0, events.length - MOST_ACTS)
  return {
    kind: 'table',
    isSmall: true,
    widths: [3, 8],
    head: [m.document_when({}, { locale }), m.document_what({}, { locale })],
    rows: [
      ...(left > 0 ? [['', m.document_acts_earlier({ count: String(left) }, { locale })]] : []),
      ...events.slice(left).map((event) => [formatAt(event.at, locale), headlineOf(context, event)]),
    ],
  }
}
const MOST_ACTS = 12

/** What came in is what is held, was credited or was kept: to the paisa, on one page. */
function account(context: DocumentContext, balances: DealBalances, total: number): PdfBlock {
  const { locale } = context
  const { tdsPaise, tcsPaise } = balances
  // what was withheld was paid in the payee's name: how much it was is their business
  const isPayer = context.viewer === 'payer'
  const rows: [string, number][] = [
    [m.document_account_held({}, { locale }), balances.heldPaise],
    [
      m.document_account_to({ name: participantLabel(context, 'payee') }, { locale }),
      isPayer ? balances.payeePaise + tdsPaise + tcsPaise : balances.payeePaise,
    ],
    [m.document_account_tds({}, { locale }), isPayer ? 0 : tdsPaise],
    [m.document_account_tcs({}, { locale }), isPayer ? 0 : tcsPaise],
    [m.document_account_to({ name: participantLabel(context, 'payer') }, { locale }), balances.payerPaise],
    [m.document_commission({}, { locale }), balances.commissionPaise],
    [m.document_account_fees({}, { locale }), balances.disputeFeesPaise],
  ]
  return {
    kind: 'table',
    isMoney: true,
    widths: [8, 3],
    head: [m.document_account_in({}, { locale }), formatPaiseShort(total)],
    rows: rows.filter(([, value]) => value !== 0).map(([label, value]) => [label, formatPaiseShort(value)]),
  }
}
