// docs/review-of-*.md say what became of each finding. A row without a state, or a test that has gone, is a claim of nobody.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsNamed } from '#test/support/test-titles.ts'

const FINDINGS = 67
const MISSION = 32
const PRODUCTION = 20
const rowsOf = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| M?\d+ \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|\s*|\s*\|$/g, '').trim()))
const screens = rowsOf('docs/review-of-screens.md')
const production = rowsOf('docs/review-of-production.md')
const rows = [...screens, ...production]

const numbers = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`)

test('every finding has its row, and every row a state', () => {
  expect(screens.map(([no]) => no)).toEqual([...numbers(FINDINGS, ''), ...numbers(MISSION, 'M')])
  expect(production.map(([no]) => no)).toEqual(numbers(PRODUCTION, ''))
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
