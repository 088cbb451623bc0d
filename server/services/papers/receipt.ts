/** Money in and out of the deal, with the line that says where it is. */
import { Refusal } from '../../../core/errors.ts'
import { formatPaise } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { Block, Paper } from '../../pdf/paper.ts'
import { listArrived } from '../../repositories/payments.ts'
import { paidIn, paidOut, payoutsFor, type Sums, seatsOf, sumsOf } from './money-tables.ts'
import { calledIn, framed, type Sheet } from './sheet.ts'

/** Throws Refusal `wrong_state` until some money has moved. */
export async function receipt(sheet: Sheet): Promise<Paper> {
  const { locale, ctx, loaded } = sheet
  const arrived = await listArrived(ctx.tx, loaded.deal.id)
  if (arrived.length === 0) throw new Refusal('wrong_state')
  const sums = await sumsOf(sheet)
  const payouts = await payoutsFor(sheet)
  const out: Block[] =
    payouts.length === 0
      ? []
      : [{ kind: 'heading', text: m.paper_paid_out({}, { locale }) }, paidOut(sheet, payouts)]
  const total = arrived.reduce((sum, row) => sum + row.amount_paise, 0)
  return framed(sheet, {
    title: m.paper_receipt({}, { locale }),
    seats: await seatsOf(sheet, sums),
    blocks: [
      { kind: 'facts', rows: [[m.paper_for({}, { locale }), sheet.scene.title]] },
      { kind: 'heading', text: m.paper_paid_in({}, { locale }) },
      await paidIn(sheet),
      ...out,
      { kind: 'heading', text: m.paper_account({}, { locale }) },
      account(sheet, sums, total),
      { kind: 'text', text: m.paper_not_invoice({}, { locale }) },
    ],
  })
}

/** What came in is what is held, was credited or was kept: to the paisa, on one page. */
function account(sheet: Sheet, sums: Sums, total: number): Block {
  const { locale } = sheet
  const rows: [string, number][] = [
    [m.paper_account_held({}, { locale }), sums.held],
    [m.paper_account_to({ name: calledIn(sheet, 'payee') }, { locale }), sums.payee],
    [m.paper_account_to({ name: calledIn(sheet, 'payer') }, { locale }), sums.payer],
    [m.paper_commission({}, { locale }), sums.commission],
    [m.paper_account_fees({}, { locale }), sums.fees],
  ]
  return {
    kind: 'table',
    isMoney: true,
    widths: [8, 3],
    head: [m.paper_account_in({}, { locale }), formatPaise(total)],
    rows: rows.filter(([, value]) => value !== 0).map(([label, value]) => [label, formatPaise(value)]),
  }
}
