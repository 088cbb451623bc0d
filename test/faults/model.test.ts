// Random operations of whole deals beside an oracle in memory: it and the services agree on every answer, every
// column and every balance. A round is a seed; `npm run faults -- --only model --rounds 1 --seed N` is one alone.
import { STATUSES } from '#core/lifecycle/states.ts'
import { ACTIONS } from '#core/lifecycle/transitions.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { fault } from './support/fault.ts'
import { Books } from './support/model/books.ts'
import { couponIds } from './support/model/people.ts'
import type { Counts } from './support/model/play.ts'
import { walk } from './support/model/walk.ts'

const OPERATIONS = 500
/** verify() reads all of a database, so a few seeds share one and the next have another. */
const SEEDS_PER_DATABASE = 20
/** Two, so that the database works while this process thinks. */
const LANES = 2
/** Every action in every state is tried at least once for so many seeds: a hundred times in the full form. */
const SEEDS_PER_HIT = 10

async function someSeeds(seeds: readonly number[], counts: Counts): Promise<unknown[]> {
  const db: FreshDatabase = await freshDatabase()
  try {
    const given = { db, books: new Books(), coupons: await couponIds(db), counts }
    for (const seed of seeds) await walk(given, seed, OPERATIONS)
    while ((await db.ownerPool.query('select from seal()')).rowCount) {}
    return (await db.ownerPool.query('select * from verify()')).rows
  } finally {
    await db.drop()
  }
}

fault('model', { short: 8, full: 1_000 }, async ({ rounds, seed }) => {
  const counts: Counts = { cells: new Map(), done: 0, refused: 0 }
  const seeds = Array.from({ length: rounds }, (_, i) => seed + i)
  const problems: unknown[] = []
  const lane = async (): Promise<void> => {
    const next = Math.min(SEEDS_PER_DATABASE, Math.ceil(rounds / LANES))
    for (let some = seeds.splice(0, next); some.length > 0; some = seeds.splice(0, next))
      problems.push(...(await someSeeds(some, counts)))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const hits = STATUSES.flatMap((status) =>
    ACTIONS.map((action) => ({
      cell: `${status} ${action}`,
      hits: counts.cells.get(`${status} ${action}`) ?? 0,
    })),
  )
  const rarest = hits.reduce((least, item) => (item.hits < least.hits ? item : least))
  const operations = counts.done + counts.refused
  return {
    rounds,
    acknowledged: counts.done,
    // what was hardly tried is not shown to hold
    lost: rounds >= 100 && rarest.hits < rounds / SEEDS_PER_HIT ? 1 : 0,
    doubled: 0,
    problems,
    note: `${operations} operations, ${counts.refused} refused, rarest "${rarest.cell}" ${rarest.hits} times`,
  }
})
