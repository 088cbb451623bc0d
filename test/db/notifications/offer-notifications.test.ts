import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/db/pool.ts'
import { beginWith, createTransactionRunner, type RunInTransaction, type Tx } from '#server/db/transaction.ts'
import { quietLog } from '#server/log.ts'
import { hasOfferNotifications, OFFER_KINDS } from '#server/repositories/notifications.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'

const SHOP = 1
const SINCE = new Date('2026-11-24T06:00:00Z')
const OTHERS = 5_000

let db: FreshDatabase
let pool: ReturnType<typeof openPool>
let run: RunInTransaction

beforeAll(async () => {
  db = await freshDatabase()
  // as the owner: what is asked for is the plan, not the people
  pool = openPool({ url: db.url, log: quietLog, max: 1, role: null })
  run = createTransactionRunner(pool)
  await run(async (tx) => {
    await sql`alter table notification drop constraint notification_user_id_fkey`.execute(tx)
    await sql`insert into notification (key, user_id, kind, title, text, at)
      select 'other ' || n, ${SHOP}, 'fund', '', '', ${SINCE}::timestamptz + n * interval '1 ms'
        from generate_series(1, ${OTHERS}::int) n`.execute(tx)
    await sql`analyze notification`.execute(tx)
  })
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const tell = (kind: string, at: Date) =>
  run((tx) =>
    tx
      .insertInto('notification')
      .values({ key: `${kind} ${at.getTime()}`, user_id: SHOP, kind, title: '', text: '', words: '{}', at })
      .execute(),
  )

test('counts what was told of offers since then, and nothing else', async () => {
  const hadFour = hasOfferNotifications(OFFER_KINDS.length)
  await tell('create', new Date(SINCE.getTime() - 1))
  for (const [n, kind] of OFFER_KINDS.entries()) {
    expect(await run((tx) => hadFour(tx, { userId: SHOP, since: SINCE }))).toBe(false)
    await tell(kind, new Date(SINCE.getTime() + n + 1))
  }
  expect(await run((tx) => hadFour(tx, { userId: SHOP, since: SINCE }))).toBe(true)
  expect(await run((tx) => hadFour(tx, { userId: SHOP + 1, since: SINCE }))).toBe(false)
})

/** By this connection, also before this transaction. */
async function fetchedRows(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_fetched(indexrelid))::int as count
      from pg_index where indrelid = 'notification'::regclass`.execute(tx)
  return rows[0]?.count ?? 0
}

test('reads no more rows of a shop than it was told of offers, however much else it was told', async () => {
  const read = await run(
    async (tx) => {
      const before = await fetchedRows(tx)
      await hasOfferNotifications(OFFER_KINDS.length + 1)(tx, { userId: SHOP, since: SINCE })
      return (await fetchedRows(tx)) - before
    },
    beginWith(async () => {}),
  )
  expect(read).toBe(OFFER_KINDS.length)
})
