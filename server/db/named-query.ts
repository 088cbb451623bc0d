/**
 * A named statement, cheaper than pg's in two ways. Its columns are described once a connection: pg asks for them at each
 * run and looks every column's parser up again. PostgreSQL refuses to run a named statement whose columns have changed since
 * (isStalePlan in errors.ts), so a description holds as long as its connection. And those that leave in one message share
 * one Sync, behind the last: pg sends one behind each, which PostgreSQL answers by a write of its own.
 */
import pg from 'pg'

interface Description {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** Of pg.Connection, beside its public types. */
export interface Connection {
  describe(message: object): void
  sync(): void
  emit(event: 'readyForQuery', message: { status: 'T' }): void
}

/** Of pg.Query, beside its public types. */
interface Internals extends pg.Submittable {
  name: string
  _result: Description
  _accumulateRows: boolean
  hasBeenParsed(connection: object): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
  handleError(error: unknown, connection: Connection): void
}
type Callback = (error: Error | undefined, result: pg.QueryResult) => void

// pg declares less than it has, and what is not declared cannot be overridden
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => Internals

/** The named statements of a connection up to its next Sync. */
class StatementBatch {
  readonly #connection: Connection
  #statements: NamedQuery[] = []
  #isSending = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** `send` sends all of the statement but its Sync. Answers the statements that it shares one with. */
  add(statement: NamedQuery, send: () => void): readonly NamedQuery[] {
    this.#isSending = true
    try {
      send()
    } finally {
      this.#isSending = false
    }
    this.#statements.push(statement)
    return this.#statements
  }

  /** Before any other message is sent, and before all of them leave. */
  end(): void {
    if (this.#isSending || this.#statements.length === 0) return
    this.#statements = []
    this.#connection.sync()
  }
}

/** The value of a connection, made when it is first asked for. */
function perConnection<T>(make: (connection: Connection) => T): (connection: Connection) => T {
  const values = new WeakMap<Connection, T>()
  return (connection) => {
    const known = values.get(connection)
    if (known) return known
    const fresh = make(connection)
    values.set(connection, fresh)
    return fresh
  }
}

const descriptionsOf = perConnection(() => new Map<string, Description>())
export const batchOf = perConnection((connection) => new StatementBatch(connection))

const sendNothing = (): void => {}

export class NamedQuery extends Query {
  #batch: readonly NamedQuery[] = []
  #hasFailed = false

  override prepare(connection: Connection): void {
    const known = this.hasBeenParsed(connection) ? descriptionsOf(connection).get(this.name) : undefined
    const batch = batchOf(connection)
    const { describe, sync } = connection
    if (known) {
      Object.assign(this._result, known)
      this._accumulateRows = true
      // put in its place for a moment: an object derived from the connection would make each use of it slow
      connection.describe = sendNothing
    }
    connection.sync = sendNothing
    try {
      this.#batch = batch.add(this, () => super.prepare(connection))
    } finally {
      connection.describe = describe
      connection.sync = sync
    }
    // a value that could not be written: only a Sync of its own will be answered
    if (this.#hasFailed) batch.end()
  }

  /** Those of its batch behind it, which PostgreSQL leaves out when it fails. */
  get following(): readonly NamedQuery[] {
    return this.#batch.slice(this.#batch.indexOf(this) + 1)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    const known = descriptionsOf(connection)
    if (!known.has(this.name)) known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    super.handleCommandComplete(message, connection)
    // what PostgreSQL answers to a Sync, for which pg waits before it turns to the next statement
    if (this.following.length > 0) connection.emit('readyForQuery', { status: 'T' })
  }

  override handleError(error: unknown, connection: Connection): void {
    this.#hasFailed = true
    super.handleError(error, connection)
  }
}

export const runNamed = (
  client: pg.ClientBase,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = new NamedQuery(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    query.name = name
    client.query(query)
  })
