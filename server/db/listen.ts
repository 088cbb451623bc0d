/** One connection of its own that hears NOTIFY on a channel. A lost one is opened again, with back-off. */
import pg from 'pg'
import type { Log } from '../log.ts'

/** Asks on the listening connection itself, in whose session locks are held. */
export type Ask = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>

export interface Ears {
  /** Something was said. */
  onNotice(payload: string): void
  /** Listening from now on; what was said before, while nobody listened, is in the tables. */
  onOpen(ask: Ask): void
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000

/** How to listen, for those who may not have the pool itself. Answers how to stop. */
export type Listen = (channel: string, ears: Ears & { log: Log }) => () => Promise<void>

export const listenOver =
  (pool: pg.Pool): Listen =>
  (channel, ears) =>
    listen(pool, channel, ears)

/** Answers how to stop. `pool` lends no connection: only how to make one. */
function listen(pool: pg.Pool, channel: string, ears: Ears & { log: Log }): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStopped = false

  const again = (lost: pg.Client, reason: string): void => {
    if (isStopped || client !== lost) return
    client = null
    lost.end().catch(() => {})
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
    ears.log.warn({ reason, wait }, 'the connection for live news was lost')
    // spread, so that all processes do not come back in the same moment
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
  }

  function open(): void {
    const mine = new pg.Client({ ...pool.options, application_name: `amanat ${channel}` })
    client = mine
    mine.on('error', (error) => again(mine, error.message))
    mine.on('end', () => again(mine, 'it ended'))
    mine.on('notification', ({ payload }) => ears.onNotice(payload ?? ''))
    mine
      .connect()
      .then(() => mine.query(`listen ${mine.escapeIdentifier(channel)}`))
      .then(() => {
        failures = 0
        ears.onOpen(async (text, values) => (await mine.query(text, values)).rows)
      })
      .catch((error: Error) => again(mine, error.message))
  }

  open()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
