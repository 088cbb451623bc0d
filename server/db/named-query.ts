/**
 * A named statement whose columns are described once a connection. pg asks for them at each run and looks every column's
 * parser up again. PostgreSQL refuses to run a named statement whose columns have changed since (isStalePlan in errors.ts),
 * so a description holds as long as its connection.
 */
import pg from 'pg'

interface Description {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

interface Connection {
  describe(message: object): void
}

/** Of pg.Query, beside its public types. */
interface Internals extends pg.Submittable {
  name: string
  _result: Description
  _accumulateRows: boolean
  hasBeenParsed(connection: object): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: object): void
}
type Callback = (error: Error | undefined, result: pg.QueryResult) => void

// pg declares less than it has, and what is not declared cannot be overridden
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => Internals

const descriptions = new WeakMap<object, Map<string, Description>>()

function descriptionsOf(connection: object): Map<string, Description> {
  const known = descriptions.get(connection)
  if (known) return known
  const none = new Map<string, Description>()
  descriptions.set(connection, none)
  return none
}

const askNothing = (): void => {}

class NamedQuery extends Query {
  override prepare(connection: Connection): void {
    const known = this.hasBeenParsed(connection) ? descriptionsOf(connection).get(this.name) : undefined
    const { describe } = connection
    if (known) {
      Object.assign(this._result, known)
      this._accumulateRows = true
      // put in its place for a moment: an object derived from the connection would make each use of it slow
      connection.describe = askNothing
    }
    try {
      super.prepare(connection)
    } finally {
      connection.describe = describe
    }
  }

  override handleCommandComplete(message: object, connection: object): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    const known = descriptionsOf(connection)
    if (!known.has(this.name)) known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    super.handleCommandComplete(message, connection)
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
