// Every statement of a whole deal goes wrong once in each way, and the client asks again with the same key: the deal
// ends as if nothing had happened.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { createTransactionRunner } from '#server/db/transaction.ts'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { testLog } from '#test/support/logs.ts'
import { offerShopping, type Pair } from '#test/support/people.ts'
import { fault } from './support/fault.ts'
import { FaultyPool, WRONGS } from './support/faulty-pool.ts'

let db: FreshDatabase
let app: TestApp
let pool: FaultyPool
beforeEach(async () => {
  db = await freshDatabase()
  pool = new FaultyPool(db.pool, db.ownerPool)
  app = await startApp({ runInTransaction: createTransactionRunner(pool as never) })
})
afterEach(async () => {
  await app.stop()
  await db.drop()
})

/** As a client does: the same again until it is answered. */
async function ask(path: string, token: string | undefined, body: unknown, done = 200) {
  const headers = { 'idempotency-key': randomUUID() }
  for (let tries = 0; tries < 4; ) {
    const answer = await app.call('POST', path, { token, body, headers })
    if (answer.status < 300 || answer.status === done) return answer.body
    // the backend of the try before has not let go of the key yet
    const isRunning = answer.status === 409 && answer.body?.code === 'in_progress'
    await sleep(isRunning ? 20 : 0)
    if (isRunning) continue
    tries += 1
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  throw new Error(`${path} was not done in four tries`)
}

/** Offered, accepted, paid, shipped, delivered; then released by the payer or by time. Everything goes through `pool`. */
async function wholeDeal({ payer, payee }: Pair, byTime: boolean): Promise<string> {
  const terms = {
    service_details: 'Phone',
    amount: 1500,
    cpty_phone: payee.phone,
    cpty_company: payee.business,
  }
  const { form_pk: formPk } = await ask('/api/transactions/shopping/', payer.token, terms)
  const act = (who: string, action: string, body: unknown = {}) =>
    ask(`/api/deals/${formPk}/${action}`, who, body)
  await act(payee.token, 'accept', { terms_version: 1, rules_accepted: true })
  const { id } = await act(payer.token, 'pay')
  await ask(`/api/sandbox/payments/${id}/succeed`, undefined, undefined, 409)
  await act(payee.token, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
  await act(payee.token, 'deliver', { note: 'Given at the door' })
  if (!byTime) await act(payer.token, 'release')
  else await lapseNow(formPk)
  return formPk
}

async function lapseNow(formPk: string): Promise<void> {
  await db.ownerPool.query('update deal set due_at = product_now() where id = $1', [formPk])
  for (let tries = 0; tries < 4; tries++) {
    const parts = {
      runInTransaction: createTransactionRunner(pool as never),
      settings: testSettings,
      log: testLog,
    }
    await applyAllDueLapses(parts).catch(() => {})
  }
}

const EVENTS = ['create', 'accept', 'fund', 'ship', 'deliver']

async function judge(formPk: string, byTime: boolean): Promise<{ lost: number; doubled: number }> {
  const { rows } = await db.ownerPool.query(
    `select array(select name from deal_event where deal_id = d.id order by seq) as names, status,
       array(select kind from transfer where deal_id = d.id order by no) as transfers,
       (select count(*)::int from payout where deal_id = d.id) as payouts,
       (select count(*)::int from deal) as deals from deal d where id = $1`,
    [formPk],
  )
  const [deal] = rows
  const wanted = [...EVENTS, byTime ? 'complaintWindow' : 'release']
  const isWhole = deal?.status === 'released' && wanted.every((name) => deal.names.includes(name))
  const isOnce = deal?.names.length === wanted.length && deal.transfers.length === 2 && deal.payouts === 1
  return { lost: isWhole ? 0 : 1, doubled: isWhole && !isOnce ? 1 : 0 }
}

/** A round is one statement going wrong in all five ways. Few rounds take statements spread over the whole deal. */
fault('every-statement', { short: 12, full: 1_000 }, async ({ rounds, random }) => {
  const pair = await offerShopping({ ...app, db })
  pool.arm(-1)
  await wholeDeal(pair, false)
  const statements = pool.count
  const step = Math.max(1, Math.floor(statements / rounds))
  let [acknowledged, lost, doubled, fired, dealCount] = [0, 0, 0, 0, 1]
  for (let at = random(step); at < statements; at += step)
    for (const wrong of WRONGS) {
      const byTime = random(2) === 0
      pool.arm(at, wrong)
      const formPk = await wholeDeal(pair, byTime)
      if (pool.hasFired) fired += 1
      pool.arm(-1)
      dealCount += 1
      acknowledged += 1
      const verdict = await judge(formPk, byTime)
      lost += verdict.lost
      doubled += verdict.doubled
    }
  const { rows } = await db.ownerPool.query('select count(*)::int as deals from deal')
  // one more was offered to make the pair
  doubled += Math.max(0, rows[0].deals - dealCount - 1)
  const { rows: problems } = await db.ownerPool.query('select * from verify()')
  const note = `${statements} statements, ${fired} went wrong`
  return { rounds: Math.ceil(statements / step), acknowledged, lost, doubled, problems, note }
})
