// Every check of verify() has its own damage, done by a superuser with the guards off, and speaks of it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillBooks } from '#test/support/books.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSuperuser, complaints, switchGuardsOff } from '#test/support/ledger.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await fillBooks(db, 3)
})
afterAll(() => db.drop())

const WITHOUT_LIMITS = 'alter table ledger_account drop constraint no_overdraft'
const LAST_TRANSFER = '(select max(no) from transfer)'
const ENDED_HOLD = `(select id from ledger_account where code like 'hold:%' and closed order by id limit 1)`
const OPEN_HOLD = `(select id from ledger_account where code like 'hold:%' and not closed order by id limit 1)`
const SECOND_EVENT = '(select id from deal_event where seq = 2 order by id limit 1)'

type Damage = [check: string, says: RegExp, ...sql: string[]]
const damages: Damage[] = [
  [
    'currency',
    /^INR: all entries sum to 5 paise/,
    `update entry set amount = amount + 5 where transfer_no = 1 and account_id = 1`,
  ],
  [
    'transfer',
    /^transfer .*: entries sum to 5 paise/,
    `update entry set amount = amount + 5 where transfer_no = 1 and account_id = 1`,
  ],
  ['transfer', /: no entries$/, `delete from entry where transfer_no = ${LAST_TRANSFER}`],
  ['transfer', /: only one entry$/, `delete from entry where transfer_no = 1 and account_id = 1`],
  ['transfer', /^transfer no 1: entries without their transfer/, 'delete from transfer where no = 1'],
  ['fingerprint', /^transfer .*: its content/, `update transfer set kind = 'gift' where no = 2`],
  [
    'transfer_hash',
    /^transfer .*: no, fingerprint/,
    `update transfer set at = at + interval '1 second' where no = 2`,
  ],
  ['account', /^account id 2: entries without their account/, 'delete from ledger_account where id = 2'],
  [
    'account',
    /^account payable:new: no entries/,
    `insert into ledger_account (code, floor) values ('payable:new', 0)`,
  ],
  [
    'code',
    /^account payable:other: fits none/,
    `update ledger_account set code = 'payable:other' where code = 'payable:2'`,
  ],
  [
    'floor',
    /^account payable:1: floor is none/,
    `update ledger_account set floor = null where code = 'payable:1'`,
  ],
  [
    'floor',
    /^account commission: floor is 0/,
    `update ledger_account set floor = 0 where code = 'commission'`,
  ],
  ['lane', /^account payable:1 lane 3: /, `update ledger_account set lane = 3 where code = 'payable:1'`],
  ['lane', /^account suspense lane 1: /, `update ledger_account set lane = 1 where code = 'suspense'`],
  [
    'overdraft',
    /^account payable:1: was or is below 0/,
    WITHOUT_LIMITS,
    `update ledger_account set balance = -5 where code = 'payable:1'`,
  ],
  [
    'overdraft',
    /^account hold:.*: was or is below 0/,
    `update entry set balance_after = -5 where account_id = ${ENDED_HOLD} and version = 1`,
  ],
  [
    'balance',
    /^account payable:1: is /,
    `update ledger_account set balance = balance + 1 where code = 'payable:1'`,
  ],
  [
    'version',
    /^account payable:1: is /,
    `update ledger_account set version = version + 1 where code = 'payable:1'`,
  ],
  [
    'version_gap',
    /version 9 follows 1$/,
    `update entry set version = 9 where account_id = ${ENDED_HOLD} and version = 2`,
  ],
  [
    'balance_after',
    /version 1 leaves 7, not/,
    `update entry set balance_after = 7 where account_id = ${OPEN_HOLD}`,
  ],
  [
    'balance_after',
    /version 1 leaves nothing/,
    `update entry set balance_after = null where account_id = ${OPEN_HOLD}`,
  ],
  [
    'derived',
    /^account gateway:sandbox: entries with/,
    'update entry set version = 1, balance_after = 5 where transfer_no = 1 and account_id = 1',
  ],
  [
    'checkpoint',
    /^account commission: is /,
    `update ledger_account set balance = balance + 1 where code = 'commission'`,
  ],
  [
    'closed',
    /^account hold:.*: closed is false/,
    `update ledger_account set closed = false where id = ${ENDED_HOLD}`,
  ],
  [
    'closed',
    /^account hold:.*: closed is true/,
    WITHOUT_LIMITS,
    `update ledger_account set closed = true where id = ${OPEN_HOLD}`,
  ],
  [
    'resolved',
    /^account hold:.*: 5 paise on an ended hold/,
    WITHOUT_LIMITS,
    `update ledger_account set balance = 5 where id = ${ENDED_HOLD}`,
  ],
  [
    'resolves',
    /^transfer .*: ends hold:none, which/,
    `update transfer set resolves = 'hold:none' where resolves is not null and no = (select min(no) from transfer where resolves is not null)`,
  ],
  [
    'event_chain',
    /event 2: is not what was written/,
    `update deal_event set name = 'release' where id = ${SECOND_EVENT}`,
  ],
  [
    'event_chain',
    /event 9: follows event 2/,
    `update deal_event set seq = 9 where seq = 3 and id = (select min(id) from deal_event where seq = 3)`,
  ],
  [
    'event_chain',
    /event 2: does not carry the hash/,
    `update deal_event set prev_hash = 'x' where id = ${SECOND_EVENT}`,
  ],
  [
    'seal',
    /^block 2: is not what was written/,
    'update seal_block set transfers = transfers + 1 where no = 2',
  ],
  ['seal', /^block 2: does not carry the hash/, `update seal_block set prev_hash = 'x' where no = 2`],
  ['seal', /^block 2: leaves transactions out/, `update seal_block set from_xid = '5' where no = 2`],
  ['seal', /^block 3: follows block 1/, 'delete from seal_block where no = 2'],
  ['seal', /^block 0: is missing/, 'delete from seal_block where no = 0'],
  [
    'seal',
    /^block \d+: holds \d+ transfers, .* are there/,
    `delete from deal_event where id = (select max(id) from deal_event where xid < (select to_xid from seal_block order by no desc limit 1))`,
  ],
  [
    'seal',
    /^block \d+: a transfer, entry or event in it/,
    `update entry set balance_after = balance_after + 1 where account_id = ${ENDED_HOLD} and version = 1`,
  ],
]

it.each(damages.map(([check, says, ...sql]) => ({ check, says, sql })))(
  '$check says $says',
  async ({ check, says, sql }) => {
    await asSuperuser(db, async (client) => {
      await client.query('begin')
      await switchGuardsOff(client)
      for (const text of sql) await client.query(text)
      const problems = (await complaints(client)).filter((item) => item.check === check)
      expect(problems.map(({ subject, detail }) => `${subject}: ${detail}`).join('\n')).toMatch(
        new RegExp(says.source, 'm'),
      )
      await client.query('rollback')
    })
  },
)
