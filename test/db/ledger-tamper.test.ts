// A superuser with the triggers off adds or deletes one row: verify() must see it. Single fields are changed in
// test/faults/tampering.test.ts. Each try is undone, so the books are the same for the next.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '#server/repositories/ledger.ts'
import { fillBooks } from '#test/support/books.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSuperuser, complaints, switchGuardsOff, verdict } from '#test/support/ledger.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await fillBooks(db, 6)
})
afterAll(() => db.drop())

it('finds the books sound before', async () => {
  expect(await verdict(db)).toEqual([])
})

describe('one row', () => {
  const attempt = async (text: string): Promise<Problem[]> =>
    asSuperuser(db, async (client) => {
      await client.query('begin')
      await switchGuardsOff(client)
      const { rowCount } = await client.query(text)
      expect(rowCount).toBe(1)
      const problems = await complaints(client)
      await client.query('rollback')
      return problems
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
})
