// A long statement beside the work of a day: read, matched against thousands of open pay-ins and booked by several at once,
// each line once and to its place, while other calls are answered.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'
import {
  awaitPayments,
  LONG_ACCOUNT,
  LONG_OPENING,
  longFile,
  longLines,
} from '#test/support/statements/long-statement.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
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

async function newAccount(maker: Person): Promise<string> {
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: LONG_ACCOUNT, opening_paise: LONG_OPENING },
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
  const client = await app.db.ownerPool.connect()
  await awaitPayments(client, payIns).finally(() => client.release())
  const lines = longLines(rounds, payIns)
  const account = await newAccount(maker)
  const content = longFile(lines)
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
