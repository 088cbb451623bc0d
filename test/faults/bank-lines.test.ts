// A long statement beside the work of a day: read, matched against thousands of open pay-ins and booked by several at once,
// each line once and to its place, while other calls are answered.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import type { StatementLine } from '#core/statements/lines.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
import { WRITERS } from '#test/support/statements/writers.ts'
import { addDeals } from './support/bulk.ts'
import { fault } from './support/fault.ts'
import { percentile } from './support/load.ts'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  await stopReading()
  await app.stop()
})

const ACCOUNT = '50200011223344'
const OPENING = 1_000_000_000
const DAY_MS = 86_400_000
const LINES_A_DAY = 1_000

const referenceOf = (i: number): string => `TD${i.toString(16).toUpperCase().padStart(8, '0')}`
const amountOf = (i: number): number => 100_000 + i * 100

/** Pay-ins that are awaited over UPI, each of an amount of its own. */
async function awaitPayments(count: number): Promise<void> {
  const client = await app.db.ownerPool.connect()
  try {
    await addDeals(client, { count, status: 'agreed', dueAt: `product_now() + interval '2 days'` })
  } finally {
    client.release()
  }
  const number = `substr(id, 6)::int`
  await app.db.ownerPool.query(
    `update deal set amount_paise = 100000 + ${number} * 100 where id like 'bulk-%'`,
  )
  await app.db.ownerPool.query(
    `update pay_in set provider = 'upi', amount_paise = 100000 + substr(id, 5)::int * 100,
            reference = 'TD' || upper(lpad(to_hex(substr(id, 5)::int), 8, '0')) where id like 'pay-%'`,
  )
}

/** One line of four pays; of the others one of four is money that left. */
function linesOf(count: number, payIns: number): StatementLine[] {
  let balancePaise = OPENING
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

async function newAccount(maker: Person): Promise<string> {
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: ACCOUNT, opening_paise: OPENING },
  })
  return body.id
}

/** What somebody else waits for an answer at the same time, in milliseconds. */
async function callOthers(who: Person, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = []
  while (!isOver()) {
    const start = performance.now()
    const { status } = await app.call('GET', '/api/notices', { token: who.token })
    if (status !== 200) throw new Error(`another call was answered ${status}`)
    waits.push(performance.now() - start)
    await sleep(20)
  }
  return waits
}

const book = () =>
  bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))

const isApproved = async (id: string): Promise<boolean> => {
  const { rows } = await app.db.ownerPool.query('select state from statement_import where id = $1', [id])
  return rows[0].state === 'approved'
}

/** Reads it, approves it, and books by two at once what the approval has left; how long it took. */
async function takeIn(account: string, content: string, [maker, checker]: readonly [Person, Person]) {
  const start = performance.now()
  const { body } = await uploadStatement(app, { account, content, who: maker })
  if (body.problem !== null) throw new Error(`the statement was refused: ${JSON.stringify(body)}`)
  const readMs = performance.now() - start
  const { status } = await app.call('POST', `/api/admin/statements/${body.id}/approve`, {
    token: checker.token,
  })
  // on a machine at its limit the answer may come before the end
  if (status !== 200 && status !== 503) throw new Error(`the approval was answered ${status}`)
  while (!(await isApproved(body.id))) await sleep(100)
  await Promise.all([book(), book()])
  return { readMs, wholeMs: performance.now() - start }
}

/** A round is a line. */
fault('long-statement', { short: 400, full: 20_000 }, async ({ rounds }) => {
  const payIns = Math.floor(rounds / 4)
  const [maker, checker, other] = [
    await teammate(app, 'Admin'),
    await teammate(app, 'Admin'),
    await teammate(app),
  ]
  await awaitPayments(payIns)
  const lines = linesOf(rounds, payIns)
  const account = await newAccount(maker)
  const content = WRITERS.hdfc({ account: ACCOUNT, openingPaise: OPENING, lines })
  let isOver = false
  const waiting = callOthers(other, () => isOver)
  const times = await takeIn(account, content, [maker, checker]).finally(() => {
    isOver = true
  })
  const waits = await waiting
  const { rows } = await app.db.ownerPool.query(
    `select (select count(*)::int from line_booking) as booked,
            (select count(*)::int from line_booking where outcome = 'applied') as applied,
            (select count(*)::int from deal where status = 'funded') as funded,
            (select count(distinct t)::int from line_booking, unnest(transfers) t) as transfers,
            -balance_of('bank:' || $1)::bigint as balance`,
    [account],
  )
  const [{ booked, applied, funded, transfers, balance }] = rows
  const isRight = Number(balance) === lines.at(-1)?.balancePaise
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  return {
    rounds,
    acknowledged: booked,
    lost: rounds - booked + payIns - Math.min(applied, funded) + (isRight ? 0 : 1),
    doubled: transfers - booked + Math.max(applied, funded) - payIns,
    problems: await app.verify(),
    note: `${payIns} open pay-ins; read and matched in ${seconds(times.readMs)} s, booked after ${seconds(times.wholeMs)} s; ${waits.length} other calls, p50 ${Math.round(percentile(waits, 0.5))} ms, p99 ${Math.round(percentile(waits, 0.99))} ms`,
  }
})
