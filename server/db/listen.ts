/** A connection of its own that listens for NOTIFY on a channel. A lost one is opened again, with back-off. */
import type pg from 'pg'
import type { Log } from '#server/log.ts'
import { DatabaseClient } from './client.ts'

/** A query on the listening connection itself, whose session holds advisory locks. */
export type Query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>

interface NotificationHandlers {
  onNotification(payload: string): void
  /** Listening from now on. Notifications sent before are lost: what they announced is in the tables. */
  onOpen(query: Query): void
}

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 10_000

/** Given to those who may not have the pool itself. Returns how to stop. */
export type Listen = (channel: string, options: NotificationHandlers & { log: Log }) => () => Promise<void>

/** Takes no connection of the pool, only its options. */
export const createListener =
  (pool: pg.Pool): Listen =>
  (channel, { log, ...handlers }) => {
    let current: pg.Client | null = null
    let timer: NodeJS.Timeout | undefined
    let failures = 0
    let isStopped = false

    const reopen = (lost: pg.Client, reason: string): void => {
      if (isStopped || current !== lost) return
      current = null
      lost.end().catch(() => {})
      const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
      log.warn({ channel, reason, waitMs }, 'LISTEN connection lost, will reconnect')
      // Jitter, so that all processes do not reconnect in the same moment.
      timer = setTimeout(open, waitMs * (0.5 + Math.random() / 2))
    }

    function open(): void {
      const client = new DatabaseClient({ ...pool.options, application_name: `amanat ${channel}` })
      current = client
      client.on('error', (error) => reopen(client, error.message))
      client.on('end', () => reopen(client, 'it ended'))
      client.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''))
      client
        .connect()
        .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
        .then(() => {
          failures = 0
          handlers.onOpen(async (text, values) => (await client.query(text, values)).rows)
        })
        .catch((error: Error) => reopen(client, error.message))
    }

    open()
    return async () => {
      isStopped = true
      clearTimeout(timer)
      await current?.end().catch(() => {})
    }
  }
