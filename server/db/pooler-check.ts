/**
 * A pooler that gives a connection to another client after each transaction takes away what the program stands on:
 * prepared statements, advisory locks of a session, LISTEN. It may look well for hours, so it is provoked at the start.
 */
import type pg from 'pg'
import { DatabaseError } from '#server/lib/operator-error.ts'
import { connect, toDatabaseError } from './connect.ts'
import { codeOf } from './errors.ts'

const TIMEOUT_MS = 5_000
const STATEMENT = { name: 'amanat_pooler_check', text: 'select pg_backend_pid() as pid' }
/** The prepared statement is there already, or is there no more: another backend than it was prepared on. */
const OTHER_BACKEND = ['42P05', '26000']

const open = (url: string): Promise<pg.Client> =>
  connect(url, {
    ...{ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
    application_name: 'amanat pooler check',
  })

async function pidIn(client: pg.Client): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query(STATEMENT)
  return rows[0]?.pid
}

/** Two clients at once, the second between two transactions of the first. */
async function isShared(clients: readonly [pg.Client, pg.Client]): Promise<boolean> {
  const [first, second] = clients
  try {
    const before = await pidIn(first)
    await first.query('commit')
    if ((await pidIn(second)) === before) return true
    const after = await pidIn(first)
    await first.query('commit')
    return after !== before
  } catch (error) {
    if (OTHER_BACKEND.includes(codeOf(error))) return true
    throw error
  }
}

/** Before anything is migrated: the lock of a migration is a session's too. */
export async function refuseSharedConnections(url: string): Promise<void> {
  const clients: pg.Client[] = []
  try {
    const first = await open(url)
    clients.push(first)
    const second = await open(url)
    clients.push(second)
    if (await isShared([first, second]))
      throw new DatabaseError(
        'The database cannot be used: a pooler gives connections away between transactions, and prepared statements, locks and notifications are lost. Connect directly, or set the pooler to session pooling.',
      )
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}
