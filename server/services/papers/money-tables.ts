/** Money in and out of a deal as tables; another person's account number is never on them. */
import type { Party } from '../../../core/lifecycle/states.ts'
import { formatPaise, formatPaiseShort } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import { letterhead } from '../../mail/letterhead.ts'
import type { Block, PaperSeat } from '../../pdf/paper.ts'
import { movementsOfDeal } from '../../repositories/ledger.ts'
import { listArrived, listPayouts, type PayoutRow } from '../../repositories/payments.ts'
import { partyId } from '../deals/settle.ts'
import { masked } from '../notices/masked.ts'
import { at, calledIn, type Sheet } from './sheet.ts'

export interface Sums {
  readonly held: number
  readonly payer: number
  readonly payee: number
  readonly commission: number
  readonly fees: number
}

/** What the ledger says now. */
export async function sumsOf({ ctx, loaded }: Sheet): Promise<Sums> {
  const { deal } = loaded
  const sums = await movementsOfDeal(ctx.tx, deal.id)
  const of = (account: string): number => sums.get(account) ?? 0
  const credited = (party: Party): number => of(`payable:${partyId(deal, party)}`)
  return {
    held: of(`hold:${deal.id}`),
    payer: credited('payer'),
    payee: credited('payee'),
    commission: of('commission'),
    fees: of(`fee_hold:${deal.id}:payer`) + of(`fee_hold:${deal.id}:payee`) + of('dispute_fees'),
  }
}

/** What each got of the deal's amount, fees and strays aside. */
export async function sharesOf({ ctx, loaded }: Sheet): Promise<Record<Party, number>> {
  const payouts = await listPayouts(ctx.tx, loaded.deal.id)
  const sent = (purpose: PayoutRow['purpose']): number =>
    payouts.filter((row) => row.purpose === purpose).reduce((sum, row) => sum + row.amount_paise, 0)
  return { payer: sent('refund'), payee: sent('release') }
}

/** The money line: where the deal's amount sits. Fees, and what was sent too much, are in the account below. */
export async function seatsOf(sheet: Sheet, sums: Sums): Promise<PaperSeat[]> {
  const { scene, facts, locale } = sheet
  const shares = await sharesOf(sheet)
  const seat = (label: string, name: string, value: number): PaperSeat => ({
    label,
    name,
    amount: formatPaiseShort(value),
    isFull: value > 0,
  })
  const payer = facts.fundedAt === null ? facts.amountPaise : shares.payer
  return [
    seat(m.paper_seat_payer({}, { locale }), scene.payer.name, payer),
    seat(m.paper_seat_held({}, { locale }), letterhead().name[locale], sums.held),
    seat(m.paper_seat_payee({}, { locale }), scene.payee.name, shares.payee),
  ]
}

export async function paidIn(sheet: Sheet): Promise<Block> {
  const { ctx, loaded, locale } = sheet
  const rows = await listArrived(ctx.tx, loaded.deal.id)
  const purpose = { amount: m.paper_for_amount, fee: m.paper_for_fee } as const
  return {
    kind: 'table',
    isMoney: true,
    widths: [4, 4, 3, 2],
    head: [
      m.paper_when({}, { locale }),
      m.paper_for({}, { locale }),
      m.paper_reference({}, { locale }),
      m.paper_amount({}, { locale }),
    ],
    rows: rows.map((row) => [
      at(row.at, locale),
      `${purpose[row.purpose]({}, { locale })}, ${calledIn(sheet, row.party)}`,
      row.reference,
      formatPaise(row.amount_paise),
    ]),
  }
}

const PURPOSE = {
  release: m.paper_for_release,
  refund: m.paper_for_refund,
  fee_back: m.paper_for_fee_back,
  stray: m.paper_for_stray,
} as const

/** One's own payouts, all of them for the team. */
export async function payoutsFor({ ctx, loaded, viewer }: Sheet): Promise<PayoutRow[]> {
  const rows = await listPayouts(ctx.tx, loaded.deal.id)
  return rows.filter((row) => viewer === 'team' || row.party === viewer)
}

export function paidOut(sheet: Sheet, rows: readonly PayoutRow[]): Block {
  const { locale } = sheet
  return {
    kind: 'table',
    isMoney: true,
    widths: [4, 4, 3, 2],
    head: [
      m.paper_for({}, { locale }),
      m.paper_to({}, { locale }),
      m.paper_state({}, { locale }),
      m.paper_amount({}, { locale }),
    ],
    rows: rows.map((row) => [
      PURPOSE[row.purpose]({}, { locale }),
      `${calledIn(sheet, row.party)}\n${masked(row.destination)}`,
      stateOf(row, locale),
      formatPaise(row.amount_paise),
    ]),
  }
}

function stateOf(row: PayoutRow, locale: Sheet['locale']): string {
  if (row.status === 'review') return m.paper_state_review({}, { locale })
  if (row.status !== 'paid' || row.paid_at === null) return m.paper_state_waiting({}, { locale })
  const paid = m.paper_state_paid({ at: at(row.paid_at, locale) }, { locale })
  return `${paid}\n${row.provider_ref ?? row.id}`
}
