// docs/security*.md name what holds each promise. A file that has moved or a test that has gone is a promise of nobody.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const DOCUMENTS = ['docs/security.md']
const FILE = /^(?:core|server|web|messages|content|scripts|docs|bench|test)\/\S+\.\w+$/
const TEST = /\.(?:test|spec)\.tsx?$/
const CASE = /^\s*(?:test|it|fault)(?:\.(?!skip|todo)\w+)?(?:\(|<)/m

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
})
