// A superuser with the triggers off changes one field, adds or deletes one row: verify() must name it.
// Each try is undone, so the books are the same for the next.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../server/repositories/ledger.ts'
import { fillBooks } from '../support/books.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { asSuperuser, complaints, MONEY_TABLES, switchGuardsOff, verdict } from '../support/ledger.ts'

const SEED = Number(process.env.TAMPER_SEED ?? 20_261_121)
const TRIES = 200

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await fillBooks(db, 6)
})
afterAll(() => db.drop())

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
const TABLES = [...MONEY_TABLES]

interface Column {
  table: string
  name: string
  type: string
}
interface Change extends Column {
  /** SQL of the new value, over the old row `b`. */
  to: string
}

/** The same on every run, so that a failure comes back: TAMPER_SEED is printed with it. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
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
    [TABLES],
  )
  return rows
}

/** Null when the database does not allow the change at all, or it is none. */
async function tryChange(client: pg.Client, change: Change, row: number): Promise<string | null> {
  const { table, name, to } = change
  await client.query('savepoint try')
  try {
    const found = await client.query(
      `select b.ctid, ${NAMES[table]} as names from ${table} b order by b.ctid offset $1 limit 1`,
      [row],
    )
    const { ctid, names } = found.rows[0]
    const { rows, rowCount } = await client.query(
      `update ${table} b set ${name} = ${to} where ctid = $1 and ${name} is distinct from (${to}) returning ${NAMES[table]} as names`,
      [ctid],
    )
    if (rowCount === 0) return null
    const allowed: string[] = [...names, ...rows[0].names].filter(Boolean)
    const subjects = (await complaints(client)).map(({ subject }) => subject)
    const isNamed = subjects.some((subject) =>
      allowed.some((one) => subject === one || subject.startsWith(`${one} lane`)),
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

describe('one field changed', () => {
  it('finds the books sound before', async () => {
    expect(await verdict(db)).toEqual([])
  })

  it(`names ${TRIES} of ${TRIES}, every column of every table among them (seed ${SEED})`, async () => {
    await asSuperuser(db, async (client) => {
      await client.query('begin')
      await switchGuardsOff(client)
      const random = seeded(SEED)
      const all = await columns(client)
      const counts = new Map<string, number>()
      for (const table of TABLES) counts.set(table, await rowsOf(client, table))
      const changed = new Set<string>()
      const unnamed: string[] = []
      let tries = 0
      for (let turn = 0; tries < TRIES && turn < 20 * TRIES; turn++) {
        // First those columns that have not had their turn, then any.
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
      expect(unnamed).toEqual([])
      expect(tries).toBe(TRIES)
      expect(changed.size).toBe(all.length)
    })
  }, 120_000)
})

describe('one row', () => {
  const attempt = async (text: string): Promise<Problem[]> =>
    asSuperuser(db, async (client) => {
      await client.query('begin')
      await switchGuardsOff(client)
      const { rowCount } = await client.query(text)
      expect(rowCount).toBe(1)
      const said = await complaints(client)
      await client.query('rollback')
      return said
    })

  const FIRST = (table: string, order: string): string =>
    `delete from ${table} where ctid = (select ctid from ${table} order by ${order} limit 1)`
  it.each([
    ['the first transfer', FIRST('transfer', 'no')],
    ['the newest transfer', FIRST('transfer', 'no desc')],
    ['an entry of a hold', FIRST('entry', 'version, transfer_no')],
    ['the newest entry of a derived account', FIRST('entry', 'version desc nulls first, transfer_no desc')],
    ['an account', FIRST('ledger_account', 'id')],
    ['a second lane', `delete from ledger_account where code = 'payable:popular' and lane = 1`],
    ['the first event of a deal', FIRST('deal_event', 'seq')],
    ['the last event of a deal', FIRST('deal_event', 'seq desc, id desc')],
    ['the first block', FIRST('seal_block', 'no')],
    ['a block in the middle', `delete from seal_block where no = 2`],
    ['the last block', FIRST('seal_block', 'no desc')],
  ])('deleted is missed: %s', async (_name, text) => {
    expect(await attempt(text)).not.toEqual([])
  })

  const COPY_OF_TRANSFER = `insert into transfer (id, kind, fingerprint, at, xid, hash)
    select id || 'x', kind, fingerprint, at, xid, hash from transfer order by no limit 1`
  it.each([
    ['a transfer', COPY_OF_TRANSFER],
    [
      'an entry of a sealed transfer',
      `insert into entry values (1, (select max(id) from ledger_account), 5, 1000, 5)`,
    ],
    ['an entry of no transfer', `insert into entry values (-1, 1, 5, null, null)`],
    ['an account', `insert into ledger_account (code, floor) values ('payable:thief', 0)`],
    [
      'an account with money',
      `insert into ledger_account (code, floor, balance, version) values ('payable:thief', 0, 5, 1)`,
    ],
    ['a lane', `insert into ledger_account (code, floor, lane) values ('payable:popular', 0, 9)`],
    [
      'an event of a deal that had none',
      `insert into deal_event (deal_id, seq, name, at, by, terms_version, prev_hash, hash)
       values ('new', 1, 'release', now(), 'payer', 1, '', 'x')`,
    ],
    [
      'an event among those that are sealed',
      `insert into deal_event (deal_id, seq, name, at, by, terms_version, prev_hash, hash, xid)
       select 'new', 1, name, at, by, terms_version, '', hash, xid from deal_event order by id limit 1`,
    ],
    [
      'a block',
      `insert into seal_block select no + 1, era, to_xid, to_xid, after_transfer, after_event, 0, 0, 0, content, hash, hash, sealed_at
       from seal_block order by no desc limit 1`,
    ],
  ])('added is seen: %s', async (_name, text) => {
    expect(await attempt(text)).not.toEqual([])
  })
})

it('says what and where', async () => {
  await asSuperuser(db, async (client) => {
    await client.query('begin')
    await switchGuardsOff(client)
    await client.query(`update ledger_account set balance = balance + 5 where code = 'payable:2'`)
    const { rows } = await client.query(`select * from verify() where check_name <> 'guard'`)
    const sum = 6 * 30_000 + 15
    expect(rows).toEqual([
      {
        check_name: 'balance',
        subject: 'account payable:2',
        detail: `is ${sum + 5}, entries sum to ${sum} paise`,
      },
    ])
    await client.query('rollback')
  })
})

describe('a deal that has ended', () => {
  const insertDeal = `insert into deal (id, track, status, creator_id, counterparty_phone, amount_paise,
      commission_basis_points, cancellation_fee_basis_points, terms, policy_id, created_at)
    values ($1, 'shopping', 'released', 1, '9000000000', 1, 0, 0, '{}', 1, now())`

  it('is named when its hold is not empty', async () => {
    await asSuperuser(db, async (client) => {
      await client.query('begin')
      const { rows } = await client.query(
        `select split_part(code, ':', 2) as id, balance::int from ledger_account where code like 'hold:%' and not closed limit 1`,
      )
      const { id, balance } = rows[0]
      await client.query(`set session_replication_role = 'replica'`)
      await client.query(insertDeal, [id])
      expect((await client.query('select * from verify()')).rows).toEqual([
        { check_name: 'ended_deal', subject: `deal ${id}`, detail: `${balance} paise on hold:${id}` },
      ])
      await client.query('rollback')
    })
  })

  it('cannot be committed so', async () => {
    await asSuperuser(db, async (client) => {
      await client.query('create table ending (id text primary key, status text)')
      await client.query(`create constraint trigger hold_is_zero after insert or update on ending
        deferrable initially deferred for each row when (new.status = 'released') execute function deal_hold_is_zero()`)
      const { rows } = await client.query(
        `select split_part(code, ':', 2) as id, closed from ledger_account where code like 'hold:%' order by closed`,
      )
      const [open, closed] = [rows[0].id, rows.at(-1).id]
      await client.query(`insert into ending values ($1, 'funded'), ($2, 'funded')`, [open, closed])
      await client.query(`update ending set status = 'released' where id = $1`, [closed])
      await expect(
        client.query(`update ending set status = 'released' where id = $1`, [open]),
      ).rejects.toThrow(/ended with money on hold/)
      await client.query('drop table ending')
    })
  })
})
