// docs/review-of-screens.md says what became of each finding. A row without a state, or a test that has gone, is a claim of nobody.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsNamed } from '#test/support/test-titles.ts'

const FINDINGS = 67
const MISSION = 32
const rows = readFileSync('docs/review-of-screens.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| M?\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|\s*|\s*\|$/g, '').trim()))

const numbers = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`)

test('every finding has its row, and every row a state', () => {
  expect(rows.map(([no]) => no)).toEqual([...numbers(FINDINGS, ''), ...numbers(MISSION, 'M')])
  const states = ['holds', 'partly', 'open', 'spec']
  expect(rows.filter(([, , state = '']) => !states.includes(state))).toEqual([])
})

test('each file that a row names exists, and has the test that it names', () => {
  const wrong = rows.flatMap(([no, , , , cell = '']) => [
    ...[...cell.matchAll(/`([^`]+\.\w+)`/g)]
      .filter(([, file = '']) => !existsSync(file))
      .map(([, file]) => `${no}: ${file}`),
    ...[...cell.matchAll(/`([^`]+)` "([^"]+)"/g)]
      .filter(([, file = '', name = '']) => existsSync(file) && testsNamed(file, name) !== 1)
      .map(([, file, name]) => `${no}: ${file} “${name}”`),
  ])
  expect(wrong).toEqual([])
})
