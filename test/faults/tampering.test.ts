// A superuser with the triggers off changes one field of the books: verify() names the row, every time.
import { afterEach, beforeEach, expect } from 'vitest'
import { fillBooks } from '#test/support/books.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSuperuser, verdict } from '#test/support/ledger.ts'
import { fault } from './support/fault.ts'
import { tamper } from './support/tamper.ts'

let db: FreshDatabase
beforeEach(async () => {
  db = await freshDatabase()
  await fillBooks(db, 6)
})
afterEach(() => db.drop())

/** A round is a field that was changed; one that goes unnamed is lost. */
fault('tampering', { short: 200, full: 2_000 }, async ({ rounds, random }) => {
  expect(await verdict(db)).toEqual([])
  const problems = await asSuperuser(db, (client) => tamper(client, rounds, random))
  expect(problems.unnamed).toEqual([])
  expect(problems.tries).toBe(rounds)
  expect(problems.columnsTried).toBe(Math.min(rounds, problems.columns))
  return {
    rounds,
    acknowledged: problems.tries - problems.unnamed.length,
    lost: problems.unnamed.length,
    doubled: 0,
    problems: await verdict(db),
    note: `named, in ${problems.columnsTried} of ${problems.columns} columns`,
  }
})
