/** A break whose text is gone from the migrations breaks nothing: `npm run mutants -- sql` would stop at it. */
import { expect, test } from 'vitest'
import { breakSql } from '#test/mutants/break-sql.mjs'
import { SQL_MUTANTS } from '#test/mutants/sql-mutants.mjs'

test.each(SQL_MUTANTS)('$id', (mutant) => {
  const { text, broken } = breakSql('.', mutant)
  expect(broken).not.toBe(text)
})

test('there are forty or more, each under a name of its own', () => {
  expect(new Set(SQL_MUTANTS.map(({ id }) => id)).size).toBe(SQL_MUTANTS.length)
  expect(SQL_MUTANTS.length).toBeGreaterThanOrEqual(40)
})
