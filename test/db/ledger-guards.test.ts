// What PostgreSQL itself refuses: to the program's role nearly everything, to the owner whatever breaks a rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import {
  asSuperuser,
  endHold,
  entriesOf,
  everything,
  fund,
  newDealId,
  postAlone,
  verdict,
} from '#test/support/ledger.ts'

let db: FreshDatabase
const deal = newDealId()
beforeAll(async () => {
  db = await freshDatabase()
  await postAlone(db, fund(deal, 1_000))
  await postAlone(db, endHold(deal, { 'payable:1': 900, commission: 100 }))
  await db.pool.query(`insert into deal_event (deal_id, seq, name, at, by, terms_version)
                       values ('${deal}', 1, 'create', now(), 'payer', 1)`)
  await db.pool.query('select seal()')
})
afterAll(() => db.drop())

const NEW_TRANSFER = `insert into transfer (id, kind, fingerprint, at, hash) values ('x', 'x', '', now(), '')`
const TABLES = ['ledger_account', 'transfer', 'entry', 'deal_event', 'seal_block']

describe("the program's role", () => {
  const attempts = [
    ...TABLES.flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `select * from ${table} for update`,
      `do 'begin lock table ${table} in share mode; end'`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
      `create trigger t before insert on ${table} for each row execute function refuse_change()`,
    ]),
    'update ledger_account set balance = balance + 1',
    'update transfer set at = at',
    'update entry set amount = -amount',
    `update deal_event set name = 'release'`,
    'update seal_block set era = 1',
    `insert into ledger_account (code, floor, balance) values ('payable:1', 0, 1)`,
    NEW_TRANSFER,
    'insert into entry values (1, 1, 1), (1, 2, -1)',
    `insert into deal_event (deal_id, seq, name, at, by, terms_version, hash) values ('x', 1, 'x', now(), 'x', 1, 'x')`,
    `insert into deal_event (deal_id, seq, name, at, by, terms_version, xid) values ('x', 1, 'x', now(), 'x', 1, '3')`,
    `insert into deal_event (id, deal_id, seq, name, at, by, terms_version) overriding system value
     values (9, 'x', 1, 'x', now(), 'x', 1)`,
    'insert into seal_block select * from seal_block',
    'select add_seal(b) from seal_block b',
    'select begin_seal_era()',
    `select nextval('transfer_no_seq')`,
    `select setval('ledger_account_id_seq', 1)`,
    `set session_replication_role = 'replica'`,
    'alter function post(text, text, text, text, text[], bigint[]) security invoker',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'drop function refuse_change() cascade',
    'create table mine (id int)',
    `create function mine() returns int language sql as 'select 1'`,
  ]
  it.each(attempts)('may not %s', async (text) => {
    const before = await everything(db)
    await expect(db.pool.query(text)).rejects.toThrow(/permission denied|must be owner/)
    expect(await everything(db)).toEqual(before)
  })

  it('is the only role beside the owner that may call a function of the owner', async () => {
    const { rows } = await db.pool.query(
      `select oid::regprocedure::text as name from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('public', oid, 'execute')`,
    )
    expect(rows).toEqual([])
  })

  it('cannot lead the functions astray with objects of its own', async () => {
    const client = await db.pool.connect()
    try {
      await client.query(`create temp table ledger_account (id bigint, code text, lane int, floor bigint,
                            balance bigint default 0, version bigint default 0, closed boolean default false)`)
      await client.query('create temp table product_clock (offset_ms bigint)')
      await client.query('set search_path = pg_temp, public')
      const other = newDealId()
      const { rows } = await client.query(
        `select public.post($1, 'fund', $2, null, array['gateway:sandbox', $3], array[-5, 5]) as result`,
        [`deal:${other}:fund`, other, `hold:${other}`],
      )
      expect(rows[0].result).toBe('created')
      expect((await client.query('select * from ledger_account')).rows).toEqual([])
      expect((await client.query('select public.balance_of($1) as b', [`hold:${other}`])).rows[0].b).toBe(5)
    } finally {
      client.release(true)
    }
    expect(await verdict(db)).toEqual([])
  })
})

const OF_THE_OWNER: [string, string, RegExp][] = [
  ...TABLES.flatMap((table): [string, string, RegExp][] => [
    [`delete ${table}`, `delete from ${table}`, /append-only/],
    [`truncate ${table}`, `truncate ${table}`, /append-only/],
  ]),
  ['change a transfer', `update transfer set kind = 'y'`, /append-only/],
  ['change an entry', 'update entry set amount = amount', /append-only/],
  ['change an event', `update deal_event set by = 'team'`, /append-only/],
  ['change a block', 'update seal_block set era = 2', /append-only/],
  ['change none of the rows', 'update entry set amount = 1 where false', /append-only/],
  ['post without entries', NEW_TRANSFER, /has no entries/],
  [
    'post one entry',
    `with t as (${NEW_TRANSFER} returning no) insert into entry select no, 1, 5 from t`,
    /two or more that sum to zero/,
  ],
  [
    'post entries that do not sum to zero',
    `with t as (${NEW_TRANSFER} returning no)
     insert into entry select no, n, 5 from t, generate_series(1, 2) n`,
    /two or more that sum to zero/,
  ],
  [
    'post an entry of nothing',
    `with t as (${NEW_TRANSFER} returning no)
     insert into entry select no, n, n from t, generate_series(-1, 1) n`,
    /each with an amount/,
  ],
  [
    'add entries to a transfer of before',
    'insert into entry select max(no), n, 5 - 10 * (n - 98) from transfer, generate_series(98, 99) n group by n',
    /not of this transaction/,
  ],
  [
    'post half of one transfer and half of another',
    `with t as (${NEW_TRANSFER}, ('y', 'x', '', now(), '') returning no)
     insert into entry select no, 1 + rank, 5 - 10 * rank from (select no, row_number() over () - 1 as rank from t) halves`,
    /come one transfer at a time/,
  ],
  ['overdraw', `update ledger_account set balance = -1 where code = 'payable:1'`, /no_overdraft/],
  ['fill an ended hold', `update ledger_account set balance = 1 where code = 'hold:${deal}'`, /no_overdraft/],
  [
    'end a hold that has money',
    `update ledger_account set closed = true where code = 'payable:1'`,
    /no_overdraft/,
  ],
  [
    'use a version twice',
    `insert into entry select 999, account_id, 5, version, 5 from entry where version is not null limit 1`,
    /entry_account_id_version_key/,
  ],
  [
    'end a hold twice',
    `insert into transfer (id, kind, resolves, fingerprint, at, hash) values ('y', 'y', 'hold:${deal}', '', now(), '')`,
    /transfer_resolves_key/,
  ],
  ['open an account of no kind', `insert into ledger_account (code) values ('savings:1')`, /account_code/],
  [
    'skip an event of a deal',
    `insert into deal_event (deal_id, seq, name, at, by, terms_version) values ('${deal}', 3, 'x', now(), 'x', 1)`,
    /does not follow/,
  ],
]

describe('the owner', () => {
  it.each(OF_THE_OWNER)('cannot %s', async (_name, text, reason) => {
    const before = await everything(db)
    await expect(db.ownerPool.query(text)).rejects.toThrow(reason)
    expect(await everything(db)).toEqual(before)
  })

  it('cannot delete or change even where other triggers are off for a replica', async () => {
    await asSuperuser(db, async (client) => {
      await client.query(`set session_replication_role = 'replica'`)
      for (const table of TABLES)
        await expect(client.query(`delete from ${table}`)).rejects.toThrow('append-only')
    })
  })
})

describe('a deal that ends', () => {
  const ACCOUNTS: [string, (dealId: string) => string][] = [
    ['the hold', (dealId) => `hold:${dealId}`],
    ['the payer’s dispute fee', (dealId) => `fee_hold:${dealId}:payer`],
    ['the payee’s dispute fee', (dealId) => `fee_hold:${dealId}:payee`],
  ]
  /** A table with the trigger of `deal` and none of its other columns. */
  const ENDING = `create temp table ending (id text, due_at timestamptz);
    create constraint trigger hold_is_zero after insert or update on ending
      deferrable initially deferred for each row when (new.due_at is null) execute function deal_hold_is_zero()`
  const commitEndOf = (dealId: string) =>
    asSuperuser(db, async (client) => {
      await client.query(ENDING)
      await client.query(`insert into ending values ($1, now())`, [dealId])
      await client.query('update ending set due_at = null')
    })

  it.each(ACCOUNTS)('cannot be committed while money is on %s', async (_name, accountOf) => {
    const id = newDealId()
    const entries = entriesOf({ 'gateway:sandbox': -5, [accountOf(id)]: 5 })
    await postAlone(db, { id: `deal:${id}:fund`, kind: 'fund', dealId: id, entries })
    await expect(commitEndOf(id)).rejects.toThrow(`deal ${id} has ended with money on ${accountOf(id)}`)
  })
  it('is committed when its accounts are empty, whatever another deal holds', async () => {
    await postAlone(db, fund(newDealId(), 5))
    await commitEndOf(deal)
  })
})

it('is told by verify() when a guard is off', async () => {
  await asSuperuser(db, async (client) => {
    await client.query('begin')
    await client.query('alter table entry disable trigger entries_balance')
    await client.query('grant update on ledger_account to amanat_app')
    const { rows } = await client.query('select check_name, subject, detail from verify()')
    expect(rows).toEqual([
      { check_name: 'guard', subject: 'trigger entries_balance on entry', detail: 'is off or gone' },
      { check_name: 'guard', subject: 'role amanat_app', detail: 'may UPDATE ledger_account' },
    ])
    await client.query('rollback')
  })
  expect(await verdict(db)).toEqual([])
})
