import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMISSION, gatewayAccount } from '#core/accounts.ts'
import { sealAll as sealJob } from '#server/jobs/seals.ts'
import { quietLog } from '#server/log.ts'
import { balanceOf, post, sealNext } from '#server/repositories/ledger.ts'
import { fillBooks, othersEnded, sealAll, sealReady } from '#test/support/books.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSuperuser, endHold, fund, newDealId, postAlone, verdict } from '#test/support/ledger.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await fillBooks(db, 4)
})
afterAll(() => db.drop())

async function ownerQuery<Row extends object>(text: string): Promise<Row[]> {
  return (await db.ownerPool.query<Row>(text)).rows
}

interface TransferText {
  no: string
  id: string
  kind: string
  deal_id: string | null
  resolves: string | null
  fingerprint: string
  at: string
  xid: string
  hash: string
  entries: [string, number][]
}
interface BlockText {
  hash: string
  prev_hash: string
  content: string
  from_xid: string
  to_xid: string
}
interface Sealed {
  xid: string
  hash: string
}

describe('recomputed outside of the database, as docs/ledger.md says', () => {
  const sha256 = (...parts: (string | Buffer)[]): string =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
  /** As PostgreSQL writes a JSON array: a space after each comma, none in an array inside. */
  const array = (...parts: unknown[]): string => `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`
  const int8 = (value: string | null): Buffer => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(BigInt(value ?? 0))
    return bytes
  }
  const MICROS = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`

  it('the events of a deal', async () => {
    const events = await ownerQuery<{
      hash: string
      data: string
    }>(`select prev_hash, id, deal_id, seq, name, ${MICROS('at')} as at, by,
      actor_id, terms_version, data::text, xid::text, hash from deal_event order by deal_id, seq`)
    expect(events.length).toBe(36)
    for (const { hash, data, ...event } of events) {
      const parts = Object.values(event).map((part) => JSON.stringify(part))
      // the jsonb goes in as PostgreSQL writes it
      parts.splice(9, 0, data)
      expect(sha256(`[${parts.join(', ')}]`)).toBe(hash)
    }
  })

  it('the fingerprint and the hash of a transfer', async () => {
    const transfers =
      await ownerQuery<TransferText>(`select no::text, id, kind, deal_id, resolves, encode(fingerprint, 'hex') as fingerprint,
        ((extract(epoch from at) - 946684800) * 1000000)::bigint::text as at, xid::text, encode(hash, 'hex') as hash,
        (select json_agg(json_build_array(code, amount) order by code collate "C") from
          (select code, sum(amount) as amount from entry join ledger_account on id = account_id
            where transfer_no = no group by code) s) as entries
      from transfer`)
    for (const { no, id, kind, deal_id, resolves, fingerprint, at, xid, hash, entries } of transfers) {
      const [codes, amounts] = [0, 1].map((column) => entries.map((entry) => entry[column]))
      expect(sha256(array(id, kind, deal_id, resolves, codes, amounts))).toBe(fingerprint)
      expect(sha256(int8(no), Buffer.from(fingerprint, 'hex'), int8(at), int8(xid))).toBe(hash)
    }
  })

  it('the chain of blocks', async () => {
    const blocks = await ownerQuery<BlockText>(`select no, era, from_xid::text, to_xid::text, after_transfer,
      after_event, transfers, entries, events, content, prev_hash, ${MICROS('sealed_at')} as sealed_at,
      hash from seal_block b order by b.no`)
    expect(blocks.length).toBeGreaterThan(5)
    const transfers = await ownerQuery<
      Sealed & { entries: (string | null)[][] }
    >(`select no::text, xid::text, encode(hash, 'hex') as hash,
      (select json_agg(json_build_array(transfer_no::text, account_id::text, amount::text, version::text, balance_after::text) order by account_id)
         from entry where transfer_no = t.no) as entries from transfer t order by t.no`)
    const events = await ownerQuery<Sealed>('select xid::text, hash from deal_event order by id')
    let before = ''
    for (const { hash, ...block } of blocks) {
      const isIn = ({ xid }: { xid: string }): boolean =>
        BigInt(xid) >= BigInt(block.from_xid) && BigInt(xid) < BigInt(block.to_xid)
      const sealed = transfers.filter(isIn)
      const bytes = [
        ...sealed.map((transfer) => Buffer.from(transfer.hash, 'hex')),
        ...sealed.flatMap((transfer) => transfer.entries.flat().map(int8)),
      ]
      expect(sha256(...bytes, ...events.filter(isIn).map((event) => event.hash))).toBe(block.content)
      expect(sha256(array(...Object.values(block)))).toBe(hash)
      expect(block.prev_hash).toBe(before)
      before = hash
    }
  })
})

describe('sealing', () => {
  it('waits for a transaction that runs, and for all that began after it', async () => {
    const [early, late] = [newDealId(), newDealId()]
    await sealAll(db)
    await db.runInTransaction(async (tx) => {
      await post(tx, fund(early, 100))
      await postAlone(db, fund(late, 100))
      await sealReady(db)
      const [row] = await ownerQuery<{ waiting: number }>(
        'select count(*)::int as waiting from unsealed_transfers()',
      )
      expect(row?.waiting).toBe(1)
      expect(await verdict(db)).toEqual([])
    })
    await sealAll(db)
    const [row] = await ownerQuery<{ waiting: number }>(
      'select count(*)::int as waiting from unsealed_transfers()',
    )
    expect(row?.waiting).toBe(0)
    expect(await verdict(db)).toEqual([])
  })

  it('adds no empty block', async () => {
    await sealAll(db)
    expect(await db.runInTransaction(sealNext)).toBeNull()
  })

  it('leaves it to the one that is at it', async () => {
    await postAlone(db, fund(newDealId(), 100))
    await othersEnded(db)
    await db.runInTransaction(async (tx) => {
      expect(await sealNext(tx)).not.toBeNull()
      expect(await db.runInTransaction(sealNext)).toBeNull()
    })
  })

  it('takes at most so many at a time, and a large transaction whole', async () => {
    await sealAll(db)
    await db.runInTransaction(async (tx) => {
      for (let count = 0; count < 7; count++) await post(tx, fund(newDealId(), 100))
    })
    for (let count = 0; count < 5; count++) await postAlone(db, fund(newDealId(), 100))
    await othersEnded(db)
    const sizes: number[] = []
    for (;;) {
      const { rows } = await db.pool.query('select transfers from seal(2)')
      if (!rows[0]) break
      sizes.push(rows[0].transfers)
    }
    expect(sizes[0]).toBeGreaterThanOrEqual(7)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12)
    expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(3)
    expect(await verdict(db)).toEqual([])
  })

  it('keeps the balance of a derived account right before, in and after a block', async () => {
    const read = () => db.runInTransaction((tx) => balanceOf(tx, COMMISSION))
    const before = await read()
    const deal = newDealId()
    await postAlone(db, fund(deal, 1_000))
    await postAlone(db, endHold(deal, { 'payable:1': 990, commission: 10 }))
    expect(await read()).toBe(before + 10)
    await othersEnded(db)
    expect(await sealJob({ runInTransaction: db.runInTransaction, log: quietLog })).toBeGreaterThan(0)
    expect(await read()).toBe(before + 10)
    const [row] = await ownerQuery<{ balance: number }>(
      `select balance from ledger_account where code = 'commission'`,
    )
    expect(row?.balance).toBe(before + 10)
  })
})

describe('a restore', () => {
  // What `npm run restore` does: all rows as they were, transaction numbers of another server among them.
  it('begins an era, in which transaction numbers may come again', async () => {
    const target = await freshDatabase()
    try {
      const tables = ['ledger_account', 'transfer', 'entry', 'deal_event', 'seal_block']
      await postAlone(db, fund(newDealId(), 100))
      await asSuperuser(target, async (client) => {
        await client.query('begin')
        for (const table of tables) {
          const { rows } = await db.ownerPool.query(
            `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
          )
          await client.query(`alter table ${table} disable trigger all`)
          await client.query(`delete from ${table}`)
          await client.query(
            `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
            [rows[0].rows],
          )
          await client.query(`alter table ${table} enable trigger user`)
        }
        for (const [table, trigger] of [
          ['transfer', 'append_only'],
          ['entry', 'append_only'],
          ['deal_event', 'append_only'],
          ['seal_block', 'append_only'],
          ['ledger_account', 'never_deleted'],
        ])
          await client.query(`alter table ${table} enable always trigger ${trigger}`)
        for (const [table, column] of [
          ['ledger_account', 'id'],
          ['transfer', 'no'],
          ['deal_event', 'id'],
        ])
          await client.query(
            `select setval(pg_get_serial_sequence($1, $2), (select max(${column}) from ${table}))`,
            [table, column],
          )
        await client.query('select begin_seal_era()')
        await client.query('commit')
      })
      expect(await verdict(target)).toEqual([])
      const read = (database: FreshDatabase) =>
        database.runInTransaction((tx) => balanceOf(tx, gatewayAccount('sandbox')))
      expect(await read(target)).toBe(await read(db))

      const deal = newDealId()
      await postAlone(target, fund(deal, 300))
      await sealAll(target)
      await postAlone(target, endHold(deal, { 'payable:1': 300 }))
      expect(await read(target)).toBe((await read(db)) - 300)
      expect(await verdict(target)).toEqual([])
    } finally {
      await target.drop()
    }
  })
})
