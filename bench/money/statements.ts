/** A month's statement of a busy bank account, over HTTP: read, matched, approved and booked while others are answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '#test/faults/support/load.ts'
import { HOST } from '#test/faults/support/program.ts'
import {
  awaitPayments,
  LONG_ACCOUNT,
  LONG_OPENING,
  longFile,
  longLines,
} from '#test/support/statements/long-statement.ts'
import { Wire } from './wire.ts'
import {
  asOwner,
  cpuSecondsOf,
  migratedPlace,
  type Place,
  type Server,
  startAmanat,
  type World,
} from './world.ts'

const LINES = 20_000
const PAY_INS = 5_000

export interface StatementFigures {
  readonly lines: number
  readonly payIns: number
  readonly readSeconds: number
  readonly wholeSeconds: number
  /** Of others, every twenty milliseconds. */
  readonly calls: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  /** Processor seconds from the upload to the last line. */
  readonly node: number
  readonly postgres: number
  /** Lines or deals that are not as they should be, and rows of verify(). */
  readonly wrong: number
}

async function teammate(wire: Wire, place: Place, phone: string): Promise<string> {
  const { token } = await wire.ask({
    path: '/api/auth/register',
    body: {
      phone_number: phone,
      email: `bench${phone}@example.com`,
      first_name: 'Asha',
      last_name: 'Rao',
      user_type: ['Buyer'],
      password: 'Amanat@2026',
      payment_number: phone,
    },
  })
  await asOwner(place, (client) =>
    client.query(`update app_user set user_type = 'Admin' where phone_number = $1`, [phone]),
  )
  return token
}

async function upload(port: number, token: string, account: string, file: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'statement.csv')
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/statements?account=${account}`, {
    method: 'POST',
    headers: { host: HOST, authorization: `Token ${token}` },
    body: form,
  })
  const body = (await answer.json()) as { id: string; problem: string | null }
  if (answer.status !== 201 || body.problem !== null)
    throw new Error(`the statement was answered ${answer.status} ${JSON.stringify(body)}`)
  return body.id
}

/** What somebody else waits for an answer at the same time, in milliseconds. */
async function callOthers(port: number, token: string, isOver: () => boolean): Promise<number[]> {
  const wire = await Wire.open(port)
  const waits: number[] = []
  while (!isOver()) {
    const start = performance.now()
    await wire.ask({ method: 'GET', path: '/api/notices', token })
    waits.push(performance.now() - start)
    await sleep(20)
  }
  wire.close()
  return waits
}

const bookedOf = (place: Place): Promise<number> =>
  asOwner(place, async (client) => {
    const { rows } = await client.query('select count(*)::int as booked from line_booking')
    return rows[0].booked
  })

async function untilBooked(place: Place): Promise<void> {
  while ((await bookedOf(place)) < LINES) await sleep(250)
}

async function wrongOf(place: Place, account: string, closingPaise: number): Promise<number> {
  return asOwner(place, async (client) => {
    const { rows } = await client.query(
      `select (select abs(${LINES} - count(*))::int from line_booking)
            + (select abs(${PAY_INS} - count(*))::int from line_booking where outcome = 'applied')
            + (select abs(${PAY_INS} - count(*))::int from deal where status = 'funded')
            + (-balance_of('bank:' || $1) <> $2)::int + (select count(*)::int from verify()) as wrong`,
      [account, closingPaise],
    )
    return rows[0].wrong
  })
}

async function measure({ server, place, running }: World): Promise<StatementFigures> {
  const wire = await Wire.open(running.port)
  const [maker, checker, other] = [
    await teammate(wire, place, '9800000001'),
    await teammate(wire, place, '9800000002'),
    await teammate(wire, place, '9800000003'),
  ]
  await asOwner(place, (client) => awaitPayments(client, PAY_INS))
  const { id: account } = await wire.ask({
    path: '/api/admin/bank-accounts',
    token: maker,
    body: { bank: 'HDFC', account: LONG_ACCOUNT, opening_paise: LONG_OPENING },
  })
  const lines = longLines(LINES, PAY_INS)
  const file = longFile(lines)
  const before = { node: cpuSecondsOf(running.program.child.pid), postgres: server.cpuSeconds() }
  const start = performance.now()
  let isOver = false
  const waiting = callOthers(running.port, other, () => isOver)
  const id = await upload(running.port, maker, account, file)
  const readSeconds = (performance.now() - start) / 1_000
  await wire.ask({ path: `/api/admin/statements/${id}/approve`, token: checker })
  await untilBooked(place)
  const wholeSeconds = (performance.now() - start) / 1_000
  isOver = true
  const waits = await waiting
  wire.close()
  return {
    lines: LINES,
    payIns: PAY_INS,
    readSeconds,
    wholeSeconds,
    calls: waits.length,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    slowest: Math.max(...waits),
    node: cpuSecondsOf(running.program.child.pid) - before.node,
    postgres: server.cpuSeconds() - before.postgres,
    wrong: await wrongOf(place, account, lines.at(-1)?.balancePaise ?? 0),
  }
}

export async function measureStatement(server: Server): Promise<StatementFigures> {
  const place = await migratedPlace(server)
  const running = await startAmanat(place)
  try {
    return await measure({ server, place, running })
  } finally {
    await running.stop()
    await place.drop()
  }
}
