/** Books with something of everything in them, for the tests that seal and tamper. */
import { post } from '#server/repositories/ledger.ts'
import type { FreshDatabase } from './database.ts'
import { endHold, entriesOf, fund, newDealId, payOut, postAlone } from './ledger.ts'

async function addEvents(db: FreshDatabase, deal: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await db.pool.query(
      `insert into deal_event (deal_id, name, at, by, actor_id, terms_version, data)
       values ($1, $2, now(), 'payer', $3, 1, $4)`,
      [
        deal,
        name,
        name === 'create' ? '7' : null,
        { note: `“${name}” ठीक है\n`, paise: 12_345, nested: { b: [1, null], aa: true } },
      ],
    )
}

/** What is older than a running transaction of any database of the server, as one of another test file, can be sealed. */
export const sealReady = async (db: FreshDatabase): Promise<void> => {
  while ((await db.pool.query('select from seal()')).rowCount) {}
}

/** Until all transactions that run on the server now have ended: until then a seal leaves out what came after them. */
export async function othersEnded({ pool }: FreshDatabase): Promise<void> {
  const { rows } = await pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const hasEnded = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as is_over'
  while (!(await pool.query(hasEnded, [rows[0].next])).rows[0].is_over);
}

/** Everything that is committed. Not in a transaction of one's own, which would be waited for. */
export const sealAll = async (db: FreshDatabase): Promise<void> => {
  await othersEnded(db)
  await sealReady(db)
}

/** One deal of each ending, strays, payouts, a payable of several lanes and events; sealed now and then. */
export async function fillBooks(db: FreshDatabase, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const [released, split, open] = [newDealId(), newDealId(), newDealId()]
    for (const deal of [released, split, open]) {
      await addEvents(db, deal, ['create', 'accept', 'fund'])
      await postAlone(db, fund(deal, 50_000 + round))
    }
    await postAlone(db, endHold(released, { 'payable:1': 45_000 + round, commission: 5_000 }))
    await postAlone(db, endHold(split, { 'payable:1': 20_000, 'payable:2': 30_000 + round }, 'split'))
    await postAlone(db, payOut(released, '1', 20_000))
    await postAlone(db, {
      id: `stray:${round}`,
      kind: 'stray',
      entries: entriesOf({ 'gateway:upi': -75, suspense: 75 }),
    })
    await together(db, round)
    await othersEnded(db)
    await db.pool.query('select seal(5)')
  }
  await sealAll(db)
}

/** Two transactions that are open at once: the second credit takes a lane of its own. */
async function together(db: FreshDatabase, round: number): Promise<void> {
  const credit = (way: string) => ({
    id: `bonus:${round}:${way}`,
    kind: 'bonus',
    entries: entriesOf({ 'gateway:upi': -40, 'payable:popular': 40 }),
  })
  await postAlone(db, credit('first'))
  await db.runInTransaction(async (tx) => {
    await post(tx, credit('a'))
    await postAlone(db, credit('b'))
  })
  if (round % 2 === 1) await postAlone(db, payOut(`popular:${round}`, 'popular', 190))
}
