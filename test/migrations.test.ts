// Two branches that each add the next number merge without a conflict, and the program does not start with the result.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

test('migrations are numbered from 001, without a gap and without a number twice', () => {
  const files = readdirSync('server/db/migrations').sort()
  const numbers = files.map((file) => file.slice(0, 3))
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(3, '0')))
})
