/**
 * A connection to the database. Of several hosts (`postgresql://user@one:5432,two:5432/amanat`) it goes to the one that
 * takes writes at that moment, as libpq does with target_session_attrs=read-write: a failover needs no proxy in front.
 */
import pg from 'pg'
import { reasonOf } from '#server/lib/operator-error.ts'
import { IN_FAILED_TRANSACTION } from './errors.ts'
import { batchOf, type Connection, NamedQuery } from './named-query.ts'

/** Below the wait for a connection of the pool: a host that vanished must not use all of it up. */
const PROBE_TIMEOUT_MS = 3_000

interface Host {
  readonly name: string
  readonly port: number
}

/** What `severalHosts` of config/database-url.ts has put there; empty for one host. */
function hostsOf(url: string | undefined): readonly Host[] {
  const list = url && URL.canParse(url) ? new URL(url).searchParams.get('hosts') : null
  return (list ?? '').split(',').flatMap((text) => {
    const [, name, port] = /^(.+):(\d+)$/.exec(text) ?? []
    return name && port ? [{ name: name.replace(/^\[|\]$/g, ''), port: Number(port) }] : []
  })
}

/** Rejects unless the host is a primary. */
async function probe(url: string, { name, port }: Host): Promise<Host> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'amanat host check' },
    ...{ connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS },
  })
  client.on('error', () => {})
  Object.assign(client, { host: name, port })
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby) throw new Error('a standby')
    return { name, port }
  } finally {
    client.end().catch(() => {})
  }
}

/** All at once: a host that is down would delay each connection by its time-out if it were asked first. */
async function findPrimary(url: string, hosts: readonly Host[]): Promise<Host> {
  const probes = await Promise.any(hosts.map((host) => probe(url, host))).catch((error: AggregateError) =>
    error.errors.map((reason, index) => `${hosts[index]?.name}:${hosts[index]?.port} ${reasonOf(reason)}`),
  )
  if (!Array.isArray(probes)) return probes
  throw Object.assign(new Error(`no host takes writes (${probes.join('; ')})`), { code: '08001' })
}

/** Of pg.Connection, beside its public types. */
interface Wire extends Connection {
  readonly stream: { readonly writable: boolean; write(message: Buffer): boolean }
  readonly submittedNamedStatements: Record<string, string>
  _send(message: Buffer): boolean
}

/**
 * What is sent in one turn of the event loop leaves in one write: a system call costs more than a statement. It is joined
 * before the stream gets it, which keeps a record of each chunk, and a statement has three or four of them.
 */
function batchWrites(connection: Wire): void {
  const batch = batchOf(connection)
  let messages: Buffer[] = []
  const flush = (): void => {
    batch.end()
    const joined = Buffer.concat(messages)
    messages = []
    if (connection.stream.writable) connection.stream.write(joined)
  }
  connection._send = (message) => {
    batch.end()
    if (messages.push(message) === 1) process.nextTick(flush)
    return connection.stream.writable
  }
}

/** Of pg.Client, beside its public types. */
interface ClientInternals extends pg.Client {
  readonly connection: pg.Connection & Wire
  readonly _activeQuery: unknown
  /** Sent, and not yet answered. */
  readonly _sentQueryQueue: unknown[]
  _handleErrorMessage(error: unknown): void
}

// pg declares less than it has, and what is not declared cannot be overridden
const Client = pg.Client as unknown as new (config: pg.ClientConfig) => ClientInternals

const skippedError = (): Error =>
  Object.assign(new Error('an earlier statement of its message failed'), { code: IN_FAILED_TRANSACTION })

export class DatabaseClient extends Client {
  readonly #url: string
  readonly #hosts: readonly Host[]

  constructor(config: pg.ClientConfig = {}) {
    super(config)
    batchWrites(this.connection)
    this.#url = config.connectionString ?? ''
    this.#hosts = hostsOf(config.connectionString)
  }

  /** PostgreSQL answers nothing to what it skips until the Sync: without this those statements would wait for ever. */
  override _handleErrorMessage(error: unknown): void {
    const { connection, _activeQuery: failed, _sentQueryQueue: sent } = this
    super._handleErrorMessage(error)
    const skipped = failed instanceof NamedQuery ? failed.following : []
    sent.splice(0, skipped.length)
    for (const query of skipped) {
      // what was to be parsed for the first time was not
      delete connection.submittedNamedStatements[query.name]
      query.handleError(skippedError(), connection)
    }
  }

  async #connectToPrimary(): Promise<this> {
    const { name, port } = await findPrimary(this.#url, this.#hosts)
    const { stream } = this.connection
    // given up while it looked: a connection that nobody waits for would stay open for ever
    if (stream.destroyed) throw new Error('Connection terminated')
    Object.assign(this, { host: name, port })
    await super.connect()
    return this
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  // biome-ignore lint/suspicious/noConfusingVoidType: the overloads of the class that it extends
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (this.#hosts.length === 0) return callback ? super.connect(callback) : super.connect()
    const connecting = this.#connectToPrimary()
    if (!callback) return connecting
    connecting.then(() => callback(null as unknown as Error), callback)
  }
}
