/**
 * What of a database goes into a backup: every table that is written to disk, parents before their children, and
 * every sequence. The list of applied migrations is not copied: a restore runs the migrations themselves.
 */
import type pg from 'pg'

export interface CopiedTable {
  /** quoted, with its schema */
  readonly name: string
  /** quoted; without the generated ones */
  readonly columns: readonly string[]
}

const SCHEMAS = ['public']
const NOT_COPIED = ['public.schema_migrations']

const TABLES = `
  select c.oid::int8 as oid, format('%I.%I', n.nspname, c.relname) as name,
    array(select quote_ident(a.attname) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           order by a.attnum) as columns,
    array(select f.confrelid::int8 from pg_constraint f
           where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
    and format('%I.%I', n.nspname, c.relname) <> all($2)
  order by name`

const SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'S' order by name`

interface TableRow extends CopiedTable {
  readonly oid: string
  readonly parents: readonly string[]
}

/** Foreign keys are checked as rows come in, so a table comes after those that it refers to. */
function parentsFirst(tables: readonly TableRow[]): CopiedTable[] {
  const placed = new Set<string>()
  const order: CopiedTable[] = []
  let left = [...tables]
  while (left.length > 0) {
    const ready = left.filter(({ parents }) =>
      parents.every((parent) => placed.has(parent) || !tables.some(({ oid }) => oid === parent)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other: ${left.map(({ name }) => name)}`)
    for (const { oid, name, columns } of ready) {
      placed.add(oid)
      order.push({ name, columns })
    }
    left = left.filter(({ oid }) => !placed.has(oid))
  }
  return order
}

export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableRow>(TABLES, [SCHEMAS, NOT_COPIED])
  return parentsFirst(rows)
}

export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [SCHEMAS])
  return rows.map(({ name }) => name)
}

/** The text of COPY depends on these: they are the same for the backup and the restore. */
export const STABLE_TEXT_SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set client_encoding = 'UTF8';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = '60s'`
