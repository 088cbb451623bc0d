/** A statement of thousands of lines, and the pay-ins that it pays: of a fault and of a bench. */
import type pg from 'pg'
import type { StatementLine } from '#core/statements/lines.ts'
import { addDeals } from '#test/faults/support/bulk.ts'
import { WRITERS } from './writers.ts'

export const LONG_ACCOUNT = '50200011223344'
export const LONG_OPENING = 1_000_000_000
const DAY_MS = 86_400_000
const LINES_A_DAY = 1_000

const referenceOf = (i: number): string => `TD${i.toString(16).toUpperCase().padStart(8, '0')}`
const amountOf = (i: number): number => 100_000 + i * 100

/** Pay-ins that are awaited over UPI, each of an amount of its own. */
export async function awaitPayments(client: pg.ClientBase, count: number): Promise<void> {
  await addDeals(client, { count, status: 'agreed', dueAt: `product_now() + interval '2 days'` })
  await client.query(
    `update deal set amount_paise = 100000 + substr(id, 6)::int * 100 where id like 'bulk-%'`,
  )
  await client.query(
    `update pay_in set provider = 'upi', amount_paise = 100000 + substr(id, 5)::int * 100,
            reference = 'TD' || upper(lpad(to_hex(substr(id, 5)::int), 8, '0')) where id like 'pay-%'`,
  )
}

/** One line of four pays; of the others one of four is money that left. */
export function longLines(count: number, payIns: number): StatementLine[] {
  let balancePaise = LONG_OPENING
  const first = Date.now() - Math.ceil(count / LINES_A_DAY) * DAY_MS
  return Array.from({ length: count }, (_, n) => {
    const i = n % 4 === 0 && n / 4 < payIns ? n / 4 : null
    const dir = i === null && n % 4 === 3 ? 'D' : 'C'
    const amountPaise = i === null ? 7_001 + n : amountOf(i)
    balancePaise += dir === 'C' ? amountPaise : -amountPaise
    const date = new Date(first + Math.floor(n / LINES_A_DAY) * DAY_MS).toISOString().slice(0, 10)
    const narration = `UPI-SOMEBODY-some.body@ybl-HDFC0000042-${640_000_000_000 + n}-${i === null ? 'NA' : referenceOf(i)}`
    return {
      date,
      valueDate: date,
      dir,
      amountPaise,
      balancePaise,
      narration,
      ref: String(640_000_000_000 + n),
    }
  })
}

/** As HDFC writes it. */
export const longFile = (lines: readonly StatementLine[]): string =>
  WRITERS.hdfc({ account: LONG_ACCOUNT, openingPaise: LONG_OPENING, lines })
