/**
 * The end of a hold by one call of the ledger: its entries, its balances, its place in the chain. PostgreSQL's own
 * scripts and ours take turns in short slices, since the machine's speed changes within minutes.
 */
import { rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { fill, type Load, perSecond } from './pgbench.ts'
import { asOwner, emptyPlace, migratedPlace, type Place, type Server } from './world.ts'

const AMOUNT = 150_000
const COMMISSION = 7_500
const PAYEES = 10_000
const SLICE_SECONDS = 2
/** Holds of each client for each slice: more than it can end in that time. */
const HOLDS = 1_500

/** `b-<client>-<i>` for every client, funded. A thousand a transaction, on as many connections as there are cores. */
async function fund(url: string, clients: number, holds: number): Promise<void> {
  const connections = await Promise.all(
    [0, 1].map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const parts: [number, number][] = []
  for (let client = 0; client < clients; client++)
    for (let from = 0; from < holds; from += 1_000) parts.push([client, from])
  await Promise.all(
    connections.map(async (connection) => {
      for (let part = parts.pop(); part; part = parts.pop())
        await connection.query(
          `select post('fund:' || i, 'fund', i, null, array['gateway:sandbox', 'hold:' || i],
                       array[-${AMOUNT}, ${AMOUNT}]::bigint[])
             from (select 'b-' || $1::int || '-' || n as i from generate_series($2::int, $2 + 999) n) one`,
          part,
        )
    }),
  )
  await connections[0]?.query('vacuum analyze')
  await Promise.all(connections.map((connection) => connection.end()))
}

const script = (payee: string): string => `\\set n :n + 1
select post('end:' || i, 'release', i, 'hold:' || i, array['hold:' || i, ${payee}, 'commission'],
            array[-${AMOUNT}, ${AMOUNT - COMMISSION}, ${COMMISSION}]::bigint[])
  from (select 'b-' || :client_id || '-' || :n as i) one;
`

/** Those that take turns: PostgreSQL's own, sent as text and prepared, and a release to many payees and to one. */
export const RUNNERS = [
  'tpcb',
  'tpcbPrepared',
  'simpleUpdate',
  'simpleUpdatePrepared',
  'spread',
  'hot',
] as const
type Runner = (typeof RUNNERS)[number]

export interface ReleaseFigures {
  /** A second, of each slice; the slices of one number were run one after another. */
  readonly slices: Readonly<Record<Runner, readonly number[]>>
  /** Rows of verify() at the end. */
  readonly problems: number
}

const problemsOf = (place: Place): Promise<number> =>
  asOwner(
    place,
    async (client) => (await client.query('select count(*)::int as count from verify()')).rows[0].count,
  )

export async function measureRelease(server: Server, { clients, seconds }: Load): Promise<ReleaseFigures> {
  const turns = Math.ceil(seconds / SLICE_SECONDS)
  const limit = await emptyPlace(server)
  const spread = await migratedPlace(server)
  const hot = await migratedPlace(server)
  const file = `/tmp/amanat-bench-${process.pid}.sql`
  const load = { clients, seconds: SLICE_SECONDS }
  const release = ({ url }: Place, payee: string, turn: number): Promise<number> => {
    writeFileSync(file, script(payee))
    const args = ['-M', 'prepared', '-D', `n=${turn * HOLDS - 1}`, '-f', file]
    return perSecond(url, load, args, '-c role=amanat_app')
  }
  const run: Record<Runner, (turn: number) => Promise<number>> = {
    tpcb: () => perSecond(limit.url, load, ['-M', 'simple']),
    tpcbPrepared: () => perSecond(limit.url, load, ['-M', 'prepared']),
    simpleUpdate: () => perSecond(limit.url, load, ['-N', '-M', 'simple']),
    simpleUpdatePrepared: () => perSecond(limit.url, load, ['-N', '-M', 'prepared']),
    spread: (turn) => release(spread, `'payable:' || (:client_id * 7919 + :n) % ${PAYEES}`, turn),
    hot: (turn) => release(hot, `'payable:1'`, turn),
  }
  try {
    await fill(limit.url)
    for (const { url } of [spread, hot]) await fund(url, clients, turns * HOLDS)
    const slices = Object.fromEntries(RUNNERS.map((name) => [name, [] as number[]])) as Record<
      Runner,
      number[]
    >
    for (let turn = 0; turn < turns; turn++)
      for (const name of RUNNERS) slices[name].push(await run[name](turn))
    return { slices, problems: (await problemsOf(spread)) + (await problemsOf(hot)) }
  } finally {
    rmSync(file, { force: true })
    for (const place of [limit, spread, hot]) await place.drop()
  }
}
