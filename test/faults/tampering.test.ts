// A superuser with the triggers off changes one field of the books: verify() names the row, every time.
import { afterEach, beforeEach, expect } from 'vitest'
import { fillBooks } from '../support/books.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { asSuperuser, verdict } from '../support/ledger.ts'
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
  const found = await asSuperuser(db, (client) => tamper(client, rounds, random))
  expect(found.unnamed).toEqual([])
  expect(found.tries).toBe(rounds)
  expect(found.columnsTried).toBe(Math.min(rounds, found.columns))
  return {
    rounds,
    acknowledged: found.tries - found.unnamed.length,
    lost: found.unnamed.length,
    doubled: 0,
    problems: await verdict(db),
    note: `named, in ${found.columnsTried} of ${found.columns} columns`,
  }
})
