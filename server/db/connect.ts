/** One connection for work of its own, such as a migration or a backup: what an operator can mend is told in one line. */
import type pg from 'pg'
import { DatabaseError, OperatorError, reasonOf } from '#server/lib/operator-error.ts'
import { DatabaseClient } from './client.ts'
import { codeOf, isConnectionLost } from './errors.ts'

/** Which of several addresses was meant: the user and the host, without the password. */
function unreachable(url: string): string {
  const { username, host, searchParams } = new URL(url)
  const where = searchParams.get('hosts') ?? searchParams.get('host') ?? host
  return `The database at ${where} cannot be reached${username ? ` as ${decodeURIComponent(username)}` : ''}`
}

type ConnectOptions = Pick<pg.ClientConfig, 'application_name' | 'connectionTimeoutMillis' | 'query_timeout'>

/** Throws DatabaseError. The caller ends it. */
export async function connect(url: string, options: ConnectOptions): Promise<pg.Client> {
  const client = new DatabaseClient({ ...options, connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseError(
      `${unreachable(url)}: ${reasonOf(error)}. See DATABASE_URL, MIGRATE_URL or DRILL_URL, whichever names it.`,
      { cause: error },
    )
  }
}

const UNDEFINED_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Anything else is a bug, and keeps its stack. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof OperatorError) return error
  const tell = (text: string) => new DatabaseError(`The database cannot be used: ${text}.`, { cause: error })
  if (isConnectionLost(error)) return tell(reasonOf(error))
  if (codeOf(error) === UNDEFINED_TABLE)
    return tell('it has no tables of this program yet, which npm run migrate makes')
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE)
    return tell(
      `${reasonOf(error)}. The login has too few rights: see DATABASE_URL, and MIGRATE_URL for the owner’s`,
    )
  return error
}

/** Answers what `work` answers; throws DatabaseError for what an operator can mend. An open transaction is rolled back. */
export async function withConnection<T>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url, { application_name: applicationName })
  try {
    return await work(client)
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    await client.end().catch(() => {})
  }
}
