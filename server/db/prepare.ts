/**
 * Statements that are built and compiled once: at each step of a deal, building the same text again costs the server more
 * than sending it. For those that every deal runs; elsewhere a builder is run as it stands.
 */
import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'

/** Stands in the built statement for a value that is given at each run. */
class Placeholder {
  constructor(readonly path: readonly string[]) {}
}

function valueAt(values: object, path: readonly string[]): unknown {
  let value: unknown = values
  for (const key of path) value = (value as Record<string, unknown>)[key]
  // the driver would write it as JSON
  if (typeof value === 'object' && value !== null && 'toOperationNode' in value)
    throw new Error(`${path.join('.')} is an expression: it belongs into what is built`)
  return value
}

/** Rows and the like, whose keys decide the text; what is no such object is a value. */
function isStructure(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(isStructure)
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Alike for values that are written into the same text. A key without a value is no column, as in Kysely. */
function shapeOf(values: object): string {
  let shape = ''
  for (const key of Object.keys(values)) {
    const value = (values as Record<string, unknown>)[key]
    if (value !== undefined) shape += isStructure(value) ? `${key}{${shapeOf(value)}}` : `${key},`
  }
  return shape
}

function placeholdersFor<V extends object>(values: V, path: readonly string[] = []): V {
  const entries = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const at = [...path, key]
      return [key, isStructure(value) ? placeholdersFor(value, at) : new Placeholder(at)] as const
    })
  return (Array.isArray(values) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as V
}

interface CompilableQuery<R> {
  compile(executor: QueryExecutorProvider): CompiledQuery<R>
}
type Build<T, V, R> = (tx: T, values: V) => CompilableQuery<R>

/** As `prepare`, for a statement that somebody else sends. */
export function prepareText<T extends QueryExecutorProvider, V extends object, R>(
  build: Build<T, V, R>,
): (tx: T, values: V) => CompiledQuery<R> {
  const texts = new Map<string, CompiledQuery<R>>()
  return (tx, values) => {
    const shape = shapeOf(values)
    const known = texts.get(shape)
    const text = known ?? build(tx, placeholdersFor(values)).compile(tx)
    if (!known) texts.set(shape, text)
    const parameters = text.parameters.map((parameter) =>
      parameter instanceof Placeholder ? valueAt(values, parameter.path) : parameter,
    )
    return { ...text, parameters }
  }
}

/**
 * `build` is called once for each form of `values`, with placeholders in their place: it must not look at them, and must not
 * name a value that is not in them. Values are scalars, dates, arrays of scalars, and objects or arrays of objects of these.
 */
export function prepare<T extends QueryExecutorProvider, V extends object, R>(
  build: Build<T, V, R>,
): (tx: T, values: V) => Promise<QueryResult<R>> {
  const compiled = prepareText(build)
  return async (tx, values) => tx.getExecutor().executeQuery(compiled(tx, values))
}
