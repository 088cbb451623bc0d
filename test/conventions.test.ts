// Habits of CONTRIBUTING.md that no linter knows: names, imports and messages, over everything that is ours.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const CODE = /\.(?:tsx?|mjs)$/
const TEST = /\.test\.tsx?$/
const ROOMS = ['core', 'server', 'web', 'messages', 'scripts']

const filesOf = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => CODE.test(file) && !file.includes('compiled/'))
    .map((file) => `${room}/${file}`)
const program = ROOMS.flatMap(filesOf).filter((file) => !TEST.test(file))
const textOf = (file: string): string => readFileSync(file, 'utf8')

/** Interfaces, type aliases, classes and enums of a file, exported or not. */
function declaredTypes(file: string): string[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
      ? (statement.name?.text ?? [])
      : [],
  )
}

/** Words that only this project used for what has a standard term (docs/glossary.md). */
const PRIVATE_WORDS = /\b(?:teller|scene|pulse|trouble|meanwhile|letterhead|deaf)\b/i
/** Names of locals that say that a value was got, not what it is. */
const FILLER = /\b(?:const|let) (?:found|asked|said|told|seen|made|kept|one|here|mine)\b/

describe('one name, one meaning', () => {
  test('no type is declared in two files', () => {
    const files = new Map<string, string[]>()
    for (const file of program)
      for (const name of declaredTypes(file)) files.set(name, [...(files.get(name) ?? []), file])
    const shared = [...files].filter(([, places]) => places.length > 1)
    expect(shared.map(([name, places]) => `${name}: ${places.join(', ')}`)).toEqual([])
  })

  test('the reader of declarations sees', () => {
    expect(declaredTypes('core/errors.ts')).toContain('Refusal')
  })
})

test('no import climbs: what is not beside or below has an address such as #core/money.ts', () => {
  const everywhere = [...ROOMS, 'bench', 'test', 'content'].flatMap(filesOf)
  const climbs = /(?:from|import|import\()\s*['"]\.\.\//
  expect(everywhere.filter((file) => climbs.test(textOf(file)))).toEqual([])
})

describe('messages', () => {
  const english = Object.keys(JSON.parse(textOf('messages/en.json')))
  const code = [...program, ...filesOf('content')].map(textOf).join('\n')

  test('are all used', () => {
    const names = new Set(code.match(/\b[a-z]\w*\b/g))
    const dead = english.filter((name) => name !== '$schema' && !names.has(name))
    expect(dead).toEqual([])
  })
})

describe('words', () => {
  const files = [...ROOMS, 'bench', 'test']
    .flatMap(filesOf)
    .filter((file) => file !== 'test/conventions.test.ts')

  test('locals are nouns', () => {
    expect(files.filter((file) => FILLER.test(textOf(file)))).toEqual([])
  })

  test('standard terms in code, comments and tests', () => {
    expect(files.filter((file) => PRIVATE_WORDS.test(textOf(file)))).toEqual([])
  })
})

describe('sizes of files', () => {
  const linesOf = (file: string): number => textOf(file).split('\n').length - 1
  /** One table of rows, whatever its length. */
  const TABLES = ['server/db/tables.ts']
  const all = [...program, ...filesOf('bench')]

  test('none has more than 300 lines, but tables', () => {
    expect(all.filter((file) => linesOf(file) > 300 && !TABLES.includes(file))).toEqual([])
  })

  test('fewer than 15 have 12 lines or less', () => {
    expect(all.filter((file) => linesOf(file) <= 12).length).toBeLessThan(15)
  })

  test('half of the files of web have 50 lines or more', () => {
    const sizes = filesOf('web')
      .map(linesOf)
      .sort((a, b) => a - b)
    expect(sizes[sizes.length >> 1]).toBeGreaterThanOrEqual(50)
  })
})
