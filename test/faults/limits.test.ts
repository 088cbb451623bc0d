// Limits over two processes on one database: what is allowed so many times is allowed so many times in all.
import { mkdtempSync, rmSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, Client } from './support/client.ts'
import { fault, type Tally } from './support/fault.ts'
import { neverLog } from './support/log-watch.ts'
import { freePort, killAll, type Program, startServer } from './support/program.ts'

const PASSWORD = 'Amanat@2026'

let db: FreshDatabase
let dataDir: string
let servers: Program[]
let clients: Client[]
beforeEach(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync('/tmp/amanat-fault-')
  const ports = [await freePort(), await freePort()]
  const env = { OTP: 'sandbox', RATE_LIMIT_FACTOR: '1' }
  servers = []
  // one after the other: the first makes the login and the secrets that both use
  for (const port of ports) servers.push(await startServer({ port, databaseUrl: db.url, dataDir, env }))
  clients = ports.map((port) => new Client(port, 16))
})
afterEach(async () => {
  for (const client of clients) client.close()
  for (const server of servers) await server.signal('SIGTERM')
  killAll()
  await db.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = (which: number, call: Ask): Promise<Answer> => (clients[which % 2] as Client).ask(call)
/** At the same moment, every other one at the other process. */
const atOnce = (count: number, call: Ask): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => ask(i, call)))
const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** As if a day had gone by. */
async function forgetLimits(): Promise<void> {
  await db.ownerPool.query(`delete from rate_limit`)
  await db.ownerPool.query(`delete from sign_in_failure`)
  await db.ownerPool.query(
    `update verification set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'`,
  )
}

interface Someone {
  readonly phone: string
  readonly email: string
  readonly token: string
}
let people = 0
async function register(role: string): Promise<Someone> {
  people += 1
  const phone = String(9_300_000_000 + people)
  const email = `limits${people}@example.com`
  const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const { status, body } = await ask(people, {
    path: '/api/auth/register',
    body: {
      ...{ phone_number: phone, email, password: PASSWORD, user_type: [role] },
      ...{ first_name: 'Asha', last_name: 'Rao', payment_number: phone },
      ...(role === 'Seller' ? { business_name: `Shop ${letters}` } : {}),
    },
  })
  if (status !== 201) throw new Error(`registering: ${status} ${JSON.stringify(body)}`)
  return { phone, email, token: body.token }
}

const VERIFICATION = '/api/account/verification'
const askCode = ({ token }: Someone): Ask => ({ path: VERIFICATION, token, body: { kind: 'phone' } })
const check = ({ token }: Someone, code: string): Ask => ({
  ...{ path: `${VERIFICATION}/confirm`, token, body: { kind: 'phone', code } },
})
async function codeOf({ phone }: Someone): Promise<string> {
  const { body } = await ask(people, { method: 'GET', path: `/api/sandbox/codes?search=${phone}` })
  neverLog(body[0].code)
  return body[0].code
}
async function withCode(role = 'Buyer'): Promise<{ who: Someone; code: string }> {
  await forgetLimits()
  const who = await register(role)
  await ask(people, askCode(who))
  return { who, code: await codeOf(who) }
}

async function proved(role: string): Promise<Someone> {
  const { who, code } = await withCode(role)
  await ask(people, check(who, code))
  return who
}

/** Of `expected` what came too little is lost, and what came too much was done twice. */
class Score {
  acknowledged = 0
  lost = 0
  doubled = 0
  readonly wrong: string[] = []
  expect(what: string, count: number, expected: number): void {
    this.acknowledged += count
    this.lost += Math.max(0, expected - count)
    this.doubled += Math.max(0, count - expected)
    if (count !== expected) this.wrong.push(`${what}: ${count} of ${expected}`)
  }
  async tally(rounds: number, note: string): Promise<Tally> {
    const { acknowledged, lost, doubled, wrong } = this
    const problems = (await db.ownerPool.query('select * from verify()')).rows
    return { rounds, acknowledged, lost, doubled, problems, note: [note, ...wrong].join('; ') }
  }
}

/** Sixteen checks of one code: five are counted, whichever process they come to, and the right one is used once. */
fault('code-checks', { short: 8, full: 500 }, async ({ rounds }) => {
  const score = new Score()
  for (let round = 0; round < rounds; round++) {
    const guessed = await withCode()
    const wrong = guessed.code === '123456' ? '654321' : '123456'
    const guesses = await atOnce(16, check(guessed.who, wrong))
    score.expect('guesses refused', countOf(guesses, 400), 16)
    const alive = guesses.filter(({ body }) => /^This is not the code/.test(body.code[0]))
    score.expect('guesses before the code was dead', alive.length, 4)
    const { rows } = await db.ownerPool.query(
      `select v.checks from verification v join app_user u on u.id = v.user_id where u.phone_number = $1`,
      [guessed.who.phone],
    )
    score.expect('checks counted', rows[0]?.checks, 5)
    score.expect('dead for good', countOf(await atOnce(2, check(guessed.who, guessed.code)), 400), 2)

    const right = await withCode()
    score.expect('used', countOf(await atOnce(16, check(right.who, right.code)), 200), 1)
  }
  return score.tally(rounds, '16 checks of a code at once over two processes')
})

/** Every kind of limit, at once over both. */
fault('limits', { short: 1, full: 50 }, async ({ rounds }) => {
  const score = new Score()
  for (let round = 0; round < rounds; round++) {
    const [buyer, seller] = [await proved('Buyer'), await proved('Seller')]
    const { phone, email, token } = buyer

    const shop = await ask(round, { method: 'GET', path: '/api/auth/user', token: seller.token })
    const offer = {
      ...{ service_details: 'Phone', amount: 1500 },
      ...{ cpty_phone: seller.phone, cpty_company: shop.body.business_name },
    }
    const offers = await atOnce(16, { path: '/api/transactions/shopping/', token, body: offer })
    score.expect('open offers of a pair', countOf(offers, 201), 5)

    await forgetLimits()
    // of a session that has made none: a process still has the rest of a batch whose count is forgotten here
    const { token: unused } = await register('Buyer')
    const writes = await atOnce(130, {
      ...{ method: 'DELETE', path: '/api/account/sessions/unknown', token: unused },
    })
    const writeCount = countOf(writes, 404)
    // never more; fewer where the other process leaves a part of its last batch unused
    score.expect('writes of a session', writeCount >= 117 && writeCount < 120 ? 120 : writeCount, 120)
    score.expect('writes refused', countOf(writes, 429), 130 - writeCount)

    const misses = await atOnce(80, { method: 'GET', path: '/api/deals/unknown', token })
    score.expect('misses', countOf(misses, 404), 60)

    const inquiry = { ticket: 'GRV-2026-000001', email }
    const statuses = await atOnce(16, { path: '/api/grievances/status', body: inquiry })
    score.expect('calls of an address', countOf(statuses, 404), 10)

    await forgetLimits()
    // who signed up from this address is not slowed down here
    await db.ownerPool.query('delete from known_origin')
    const signIn = { phone_number: phone, password: 'Wrong@2026' }
    const startedAt = performance.now()
    const tries = await atOnce(16, { path: '/api/auth/login', body: signIn })
    // the eleventh may be tried again after two seconds
    if (performance.now() - startedAt < 2_000) score.expect('wrong passwords', countOf(tries, 401), 10)

    await forgetLimits()
    const newcomer = await register('Client')
    score.expect('codes to a number', countOf(await atOnce(16, askCode(newcomer)), 202), 1)
    for (const [path, table] of [
      ['/auth/users/reset_password', 'password_reset'],
      ['/api/auth/sign-in-link', 'sign_in_link'],
    ] as const) {
      await atOnce(16, { path, body: { email: newcomer.email } })
      const { rows } = await db.ownerPool.query(
        `select count(*)::int as mails from email where recipient = $1 and key like $2`,
        [newcomer.email, `${table}:%`],
      )
      score.expect(`mails of ${table}`, rows[0].mails, 3)
    }
  }
  return score.tally(rounds, 'each limit at once over two processes')
})
