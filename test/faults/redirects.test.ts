// Money on its way out while somebody turns its target: another one is set, "this was not me" is pressed, or a stolen
// session has set one before. The server is killed in between. What was released goes to the target of then, or waits.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, Client } from './support/client.ts'
import { fault } from './support/fault.ts'
import { Load, type Pair } from './support/load.ts'
import { freePort, killAll, startServer } from './support/program.ts'

const PASSWORD = 'Amanat@2026'

let db: FreshDatabase
let dataDir: string
beforeEach(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync('/tmp/amanat-fault-')
})
afterEach(async () => {
  killAll()
  await db.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Until it is answered, under one key: the server is killed while it is asked. */
async function insist(client: Client, ask: Ask): Promise<Answer> {
  const keyed = { ...ask, key: randomUUID() }
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await client.ask(keyed).catch(() => null)
    const isOver = answer && answer.status < 500 && answer.body?.code !== 'in_progress'
    if (answer && isOver) return answer
    await sleep(20)
  }
  throw new Error(`${ask.path} was never answered`)
}

async function done(client: Client, ask: Ask): Promise<Answer> {
  const answer = await insist(client, ask)
  if (answer.status < 300) return answer
  throw new Error(`${ask.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

const setTarget = (client: Client, { seller }: Pair, upi_id: string) =>
  done(client, {
    path: '/api/account/payout-target',
    token: seller,
    body: { kind: 'upi', upi_id, password: PASSWORD },
  })

/** A deal of goods up to its delivery. */
async function delivered(client: Client, { buyer, seller, phone, business }: Pair): Promise<string> {
  const terms = { service_details: 'Phone', amount: 1500, cpty_phone: phone, cpty_company: business }
  const { body } = await done(client, { path: '/api/transactions/shopping/', token: buyer, body: terms })
  const path = `/api/deals/${body.form_pk}`
  const rules = { terms_version: 1, rules_accepted: true }
  await done(client, { path: `${path}/accept`, token: seller, body: rules })
  const due = await done(client, { path: `${path}/pay`, token: buyer })
  await done(client, { path: `/api/sandbox/payments/${due.body.id}/succeed` })
  const parcel = { courier: 'delhivery', tracking_number: '12345678901' }
  await done(client, { path: `${path}/ship`, token: seller, body: parcel })
  await done(client, { path: `${path}/deliver`, token: seller, body: { note: 'Given at the door' } })
  return body.form_pk
}

async function notMeToken(client: Client, { phone }: Pair): Promise<string> {
  const path = `/api/sandbox/mail?search=load${phone}@example.com`
  const { body } = await done(client, { method: 'GET', path })
  const texts: string[] = body.map(({ text }: { text: string }) => text)
  return texts.map((text) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? ''
}

interface PayoutEnd {
  readonly status: string
  readonly held_because: readonly string[]
  readonly is_first_target: boolean
  readonly payouts: number
}

/** Once nothing is under way any more. What the killed server had claimed is not waited for: its lease of two minutes is over. */
async function endOf(formPk: string): Promise<PayoutEnd> {
  await db.ownerPool.query('update payout set next_try_at = clock_timestamp() where deal_id = $1', [formPk])
  for (let tries = 0; tries < 1_200; tries += 1) {
    const { rows } = await db.ownerPool.query<PayoutEnd>(
      `select p.status, p.held_because, count(*) over ()::int as payouts,
              p.target_id = (select t.id from payout_target t where t.user_id = p.user_id
                              order by t.created_at, t.usable_from limit 1) as is_first_target
         from payout p where p.deal_id = $1`,
      [formPk],
    )
    const [end] = rows
    if (end && ['paid', 'held', 'review'].includes(end.status)) return end
    await sleep(50)
  }
  throw new Error(`the payout of ${formPk} came to no end`)
}

type Turn = 'another target' | 'not me' | 'stolen before'
const TURNS: readonly Turn[] = ['another target', 'not me', 'stolen before']

const isSafe = (turn: Turn, { status, held_because, is_first_target }: PayoutEnd): boolean => {
  if (turn === 'stolen before') return status === 'held' && held_because.includes('cooling')
  if (status === 'paid') return is_first_target
  return turn === 'not me' && (status === 'review' || held_because.includes('frozen'))
}

fault('target-turned', { short: 3, full: 50 }, async ({ rounds, random }) => {
  const port = await freePort()
  const start = () => startServer({ port, databaseUrl: db.url, dataDir })
  let server = await start()
  const client = new Client(port)
  const load = new Load(client)
  let [lost, doubled] = [0, 0]
  const ends = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const turn = TURNS[round % TURNS.length] as Turn
    const pair = await load.newPair()
    await setTarget(client, pair, `asha${round}@okbank`)
    const token = await notMeToken(client, pair)
    const formPk = await delivered(client, pair)
    const turnIt = () =>
      turn === 'not me'
        ? // its answer may be lost with the server, and the link works once
          insist(client, { path: '/api/account/links', body: { action: 'not_me', token } })
        : setTarget(client, pair, `thief${round}@okbank`)
    if (turn === 'stolen before') await turnIt()
    await done(client, { path: `/api/deals/${formPk}/release`, token: pair.buyer })
    const turning = turn === 'stolen before' ? null : turnIt()
    await sleep(random(60))
    await server.signal('SIGKILL')
    server = await start()
    await turning
    const end = await endOf(formPk)
    if (!isSafe(turn, end)) lost += 1
    doubled += end.payouts - 1
    const name = `${turn}: ${end.status}`
    ends.set(name, (ends.get(name) ?? 0) + 1)
  }
  client.close()
  await server.signal('SIGTERM')
  const { rows: problems } = await db.ownerPool.query('select * from verify()')
  const note = [...ends].map(([name, count]) => `${count} ${name}`).join(', ')
  return { rounds, acknowledged: rounds, lost, doubled, problems, note }
})
