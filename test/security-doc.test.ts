// docs/security*.md name what holds each promise. A file that has moved or a test that has gone is a promise of nobody.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testPaths, testsNamed } from '#test/support/test-titles.ts'

const ASVS = 'docs/security-asvs.md'
const FINDINGS = 'docs/security-findings.md'
const DOCUMENTS = ['docs/security.md', ASVS]
const FILE = /^(?:(?:core|server|web|messages|content|scripts|docs|bench|test)\/\S+\.\w+|[\w.-]+\.json)$/
const TEST = /\.(?:test|spec)\.tsx?$/
const CASE = /^\s*(?:test|it|fault)(?:\.(?!skip|todo)\w+)?(?:\(|<)/m

/** Each file that is named is parsed: seconds on a busy machine. */
const PARSING = { timeout: 30_000 }

const textOf = (file: string): string => readFileSync(file, 'utf8')
const inCode = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const filesOf = (text: string): string[] => [...new Set(inCode(text).filter((code) => FILE.test(code)))]

describe.each(DOCUMENTS)('%s', (document) => {
  const files = filesOf(textOf(document))

  test('names files', () => expect(files.length).toBeGreaterThan(50))

  test('each of them exists', () => {
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('each test among them tests something', () => {
    const tests = files.filter((file) => TEST.test(file))
    expect(tests.length).toBeGreaterThan(20)
    expect(tests.filter((file) => existsSync(file) && !CASE.test(textOf(file)))).toEqual([])
  })
})

/** How many requirements of levels 1 and 2 the chapters of ASVS 5.0.0 have, and how many in all of each level. */
const ASKED = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const NAMED_TEST = /`([^`]+)` "([^"]+)"/g
const OF_LEVEL = { 1: 70, 2: 183 }
const STATES = ['held', 'partly', 'open', 'not applicable'] as const

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const rows = textOf(ASVS)
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [no = '', level = '', asks = '', state = '', where = '', test = ''] = cellsOf(line)
    return { no, chapter: Number(no.split('.')[0]), level: Number(level), asks, state, where, test }
  })
type Row = (typeof rows)[number]

/** As the table at the top has them: asked, each state, held with a test. */
const sumsOf = (some: readonly Row[]): number[] => [
  some.length,
  ...STATES.map((state) => some.filter((row) => row.state === state).length),
  some.filter((row) => row.state === 'held' && filesOf(row.test).length > 0).length,
]

/** What of a cell is no test of the file that it names, or names none; nothing when all is well. */
function misnamedIn(no: string, cell: string): { no: string; cell: string; missing: string[] }[] {
  const named = [...cell.matchAll(NAMED_TEST)].map(([, file = '', name = '']) => ({ file, name }))
  const missing = named.filter(({ file, name }) => testsNamed(file, name) !== 1).map(({ name }) => name)
  const isWhole = named.map(({ file, name }) => `\`${file}\` "${name}"`).join('; ') === cell
  return isWhole && missing.length === 0 ? [] : [{ no, cell, missing }]
}

describe('the findings of the review', () => {
  const findings = textOf(FINDINGS)
    .split('\n')
    .filter((line) => /^\| [CHML]\d+ \|/.test(line))
    .map(cellsOf)

  test('are all there, each with what holds it and a test that its file has', PARSING, () => {
    const numbers = Object.entries({ C: 1, H: 7, M: 11, L: 21 }).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, i) => `${kind}${i + 1}`),
    )
    expect(findings.map(([no]) => no)).toEqual(numbers)
    expect(findings.flatMap(([no = '', , , cell = '']) => misnamedIn(no, cell))).toEqual([])
  })
})

test('what was found since has what holds it and a test that its file has', PARSING, () => {
  const since = textOf(FINDINGS)
    .split('\n')
    .filter((line) => /^\| N\d+ \|/.test(line))
    .map(cellsOf)
  expect(since.map(([no]) => no)).toEqual(since.map((_, i) => `N${i + 1}`))
  expect(since.length).toBeGreaterThan(10)
  expect(since.flatMap(([no = '', , , cell = '']) => misnamedIn(no, cell))).toEqual([])
})

describe('the requirements of ASVS 5.0.0', () => {
  test('are all there, once, of both levels', () => {
    expect(new Set(rows.map(({ no }) => no)).size).toBe(rows.length)
    expect(ASKED.map((_, i) => rows.filter(({ chapter }) => chapter === i + 1).length)).toEqual(ASKED)
    expect(rows.filter(({ level }) => level === 1).length).toBe(OF_LEVEL[1])
    expect(rows.filter(({ level }) => level === 2).length).toBe(OF_LEVEL[2])
  })

  test('each has a state, and says where or why', () => {
    const unsaid = rows.filter(
      ({ asks, state, where }) => asks === '' || where === '' || !STATES.some((known) => known === state),
    )
    expect(unsaid).toEqual([])
  })

  test('what is held or partly held names its file, and tests are tests', () => {
    const done = rows.filter(({ state }) => state === 'held' || state === 'partly')
    expect(done.filter(({ where }) => inCode(where).length === 0).map(({ no }) => no)).toEqual([])
    const named = rows.filter(({ test: cell }) => cell !== '—')
    expect(named.filter(({ test: cell }) => inCode(cell).some((file) => !TEST.test(file)))).toEqual([])
    expect(named.filter(({ test: cell }) => inCode(cell).length === 0)).toEqual([])
  })

  test('each test is named, and its file has one of that name', PARSING, () => {
    expect(rows.flatMap(({ no, test: cell }) => (cell === '—' ? [] : misnamedIn(no, cell)))).toEqual([])
  })

  test('the sums are those of the rows', () => {
    const sums = textOf(ASVS)
      .split('\n')
      .filter((line) => /^\| (?:V\d+ .*|all) \|/.test(line))
      .map((line) => cellsOf(line).slice(1).map(Number))
    const chapters = ASKED.map((_, i) => sumsOf(rows.filter(({ chapter }) => chapter === i + 1)))
    expect(sums).toEqual([...chapters, sumsOf(rows)])
  })
})

describe('the reader', () => {
  test('finds files in code, and no other code', () => {
    expect(filesOf('`core/money.ts`, `npm start`, `POST /api/leads`, core/time.ts')).toEqual([
      'core/money.ts',
    ])
  })
  test.each([
    ["test('adds', () => {})", true],
    ["  it.each([1])('%s', () => {})", true],
    ["fault('adds', async () => {})", true],
    ["test.skip('adds', () => {})", false],
    ["describe('sums', () => {})", false],
  ])('%s', (text, isCase) => expect(CASE.test(text)).toBe(isCase))
  test('finds tests with their groups, of tables and of loops too, and none that is skipped', () => {
    const text = [
      "describe('sums', () => {",
      "  it('adds', () => { run('twice') })",
      "  it.each([1, 2])('adds %i', () => {})",
      "  it.skip('rounds', () => {})",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written
      '  for (const sum of sums) test(`is ${sum}`, () => {})',
      '})',
      "fault('kill', { short: 1 }, run)",
      "// it('is a comment')",
    ].join('\n')
    expect(testPaths(text)).toEqual([
      ['sums', 'adds'],
      ['sums', 'adds %i'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written
      ['sums', 'is ${sum}'],
      ['kill'],
    ])
  })
})
