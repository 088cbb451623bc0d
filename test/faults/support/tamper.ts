/** One field of the money's tables changed by a superuser with the triggers off, and whether verify() names its row. */
import type pg from 'pg'
import { complaints, MONEY_TABLES, switchGuardsOff } from '#test/support/ledger.ts'
import type { Random } from './fault.ts'

/** How verify() speaks of a row: one of these is in the subject. `b` is the row as it was, or as it has become. */
const NAMES: Record<string, string> = {
  ledger_account: `array['account ' || b.code, 'account id ' || b.id]`,
  transfer: `array['transfer ' || b.id, 'transfer no ' || b.no]`,
  entry: `array['transfer no ' || b.transfer_no, 'account id ' || b.account_id,
    (select 'transfer ' || id from transfer where no = b.transfer_no),
    (select 'account ' || code from ledger_account where id = b.account_id)]`,
  deal_event: `array['deal ' || b.deal_id || ' event ' || b.seq]`,
  seal_block: `array['block ' || b.no]`,
}
interface Column {
  table: string
  name: string
  type: string
}
interface Change extends Column {
  /** SQL of the new value, over the old row `b`. */
  to: string
}

function newValues({ name, type }: Column): string[] {
  const old = `b.${name}`
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return [
        `coalesce(${old}, 0) + 1`,
        `coalesce(${old}, 0) - 1`,
        `coalesce(${old}, 0) + 10000`,
        `-${old}`,
        'null',
      ]
    case 'boolean':
      return [`not ${old}`]
    case 'bytea':
      return [`set_byte(${old}, 3, (get_byte(${old}, 3) + 1) % 256)`, `substr(${old}, 2)`]
    case 'timestamp with time zone':
      return [`${old} + interval '1 microsecond'`, `${old} - interval '1 day'`]
    case 'xid8':
      return [`(${old}::text::bigint + 1)::text::xid8`, `(${old}::text::bigint / 2)::text::xid8`]
    case 'jsonb':
      return [`${old} || '{"note": "changed"}'`, `${old} - 'paise'`]
    default:
      return [`${old} || 'x'`, `overlay(${old} placing 'b' from 1)`, `coalesce(${old}, 'x')`, 'null']
  }
}

async function columns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query(
    `select c.table_name::text as table, c.column_name::text as name,
            coalesce(c.domain_name, c.data_type)::text as type
     from information_schema.columns c where c.table_schema = 'public' and c.table_name = any($1)
     order by c.table_name, c.ordinal_position`,
    [[...MONEY_TABLES]],
  )
  return rows
}

/** Null when the database does not allow the change at all, or it is none. */
async function tryChange(client: pg.Client, change: Change, row: number): Promise<string | null> {
  const { table, name, to } = change
  await client.query('savepoint try')
  try {
    const problems = await client.query(
      `select b.ctid, ${NAMES[table]} as names from ${table} b order by b.ctid offset $1 limit 1`,
      [row],
    )
    const { ctid, names } = problems.rows[0]
    const { rows, rowCount } = await client.query(
      `update ${table} b set ${name} = ${to} where ctid = $1 and ${name} is distinct from (${to}) returning ${NAMES[table]} as names`,
      [ctid],
    )
    if (rowCount === 0) return null
    const allowed: string[] = [...names, ...rows[0].names].filter(Boolean)
    const subjects = (await complaints(client)).map(({ subject }) => subject)
    const isNamed = subjects.some((subject) =>
      allowed.some((item) => subject === item || subject.startsWith(`${item} lane`)),
    )
    return isNamed
      ? 'named'
      : `${table}.${name} = ${to} in row ${row}: said ${subjects.length} things, not this`
  } catch (error) {
    // A key, a check, a domain or not null: refused even to a superuser.
    if (/^(23|22)/.test((error as pg.DatabaseError).code ?? '')) return null
    throw error
  } finally {
    await client.query('rollback to savepoint try')
  }
}

async function rowsOf(client: pg.Client, table: string): Promise<number> {
  return (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count
}

export interface Tampered {
  readonly tries: number
  /** What verify() was silent about, or spoke of without the row's name. */
  readonly unnamed: readonly string[]
  readonly columnsTried: number
  readonly columns: number
}

/** Every column of every table has its turn first, then any. Each change is undone before the next. */
export async function tamper(client: pg.Client, wanted: number, random: Random): Promise<Tampered> {
  await client.query('begin')
  await switchGuardsOff(client)
  const all = await columns(client)
  const counts = new Map<string, number>()
  for (const table of MONEY_TABLES) counts.set(table, await rowsOf(client, table))
  const changed = new Set<string>()
  const unnamed: string[] = []
  let tries = 0
  for (let turn = 0; tries < wanted && turn < 20 * wanted; turn++) {
    const left = all.filter(({ table, name }) => !changed.has(`${table}.${name}`))
    const pick = left.length > 0 ? left : all
    const column = pick[random(pick.length)] as Column
    const values = newValues(column)
    const to = values[random(values.length)] as string
    const outcome = await tryChange(client, { ...column, to }, random(counts.get(column.table) ?? 1))
    if (outcome === null) continue
    tries += 1
    changed.add(`${column.table}.${column.name}`)
    if (outcome !== 'named') unnamed.push(outcome)
  }
  await client.query('rollback')
  return { tries, unnamed, columnsTried: changed.size, columns: all.length }
}
