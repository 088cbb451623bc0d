/** The end of a hold by one call of the ledger: its entries, its balances, its place in the chain. */
import pg from 'pg'
import { type Load, measureScript } from './pgbench.ts'
import { migratedPlace, type Server } from './world.ts'

const AMOUNT = 150_000
const COMMISSION = 7_500
/** Of each client: more than it can end in the time. */
const HOLDS = 9_000
const PAYEES = 10_000

/** `b-<client>-<i>` for every client, funded. A thousand a transaction, on as many connections as there are cores. */
async function fund(url: string, clients: number): Promise<void> {
  const connections = await Promise.all(
    [0, 1].map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const parts: [number, number][] = []
  for (let client = 0; client < clients; client++)
    for (let from = 0; from < HOLDS; from += 1_000) parts.push([client, from])
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

const script = (payee: string): string => `
select post('end:' || i, 'release', i, 'hold:' || i, array['hold:' || i, ${payee}, 'commission'],
            array[-${AMOUNT}, ${AMOUNT - COMMISSION}, ${COMMISSION}]::bigint[])
  from (select 'b-' || :client_id || '-' || :n as i) one;`

export interface ReleaseFigures {
  /** To ten thousand payees. */
  readonly spread: number
  /** All to one. */
  readonly hot: number
  /** Rows of verify() at the end. */
  readonly problems: number
}

export async function measureRelease(server: Server, load: Load): Promise<ReleaseFigures> {
  const of = async (payee: string): Promise<{ perSecond: number; problems: number }> => {
    const place = await migratedPlace(server)
    try {
      await fund(place.url, load.clients)
      const perSecond = await measureScript(place.url, script(payee), load)
      const client = new pg.Client({ connectionString: place.url })
      await client.connect()
      const { rows } = await client.query('select count(*)::int as count from verify()')
      await client.end()
      return { perSecond, problems: rows[0].count }
    } finally {
      await place.drop()
    }
  }
  const spread = await of(`'payable:' || (:client_id * 7919 + :n) % ${PAYEES}`)
  const hot = await of(`'payable:1'`)
  return { spread: spread.perSecond, hot: hot.perSecond, problems: spread.problems + hot.problems }
}
