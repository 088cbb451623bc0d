// Habits of CONTRIBUTING.md that no linter knows: names, imports and messages, over everything that is ours.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const CODE = /\.(?:tsx?|mjs)$/
const TEST = /\.test\.tsx?$/
const ROOMS = ['core', 'server', 'web', 'messages', 'scripts']

const listed = (folder: string, names: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !file.includes('compiled/'))
    .map((file) => `${folder}/${file}`)
const filesOf = (room: string): string[] => listed(room, CODE)
const program = ROOMS.flatMap(filesOf).filter((file) => !TEST.test(file))
const textOf = (file: string): string => readFileSync(file, 'utf8')

/** Interfaces, type aliases, classes and enums of a file, exported or not. */
function declaredTypes(file: string): string[] {
  return sourceOf(file).statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
      ? (statement.name?.text ?? [])
      : [],
  )
}

/** Words that only this project used for what has a standard term (docs/glossary.md). */
const PRIVATE_WORDS =
  /\b(?:teller|letter(?:head|Parts)|switchboard|footing|carryOut|fireDue|transactor|graphile\w*|how-manieth|the papers|housekeep\w*|whenLost|mayEver|tidyFileName)\b/i
/** Plain English in a document; in code they were names of ours. */
const PRIVATE_NAMES = /\b(?:scene|pulse|trouble|meanwhile|deaf)\b/i
/** The one record of what was replaced names it, and so may the prose of the changelog. */
const PRIVATE_WORDS_ALLOWED = ['docs/decisions/021-one-scheduler.md']
/** A person is "they" or their role: nobody knows whether a buyer is a man. The he/she of a bank's own text is data. */
const GENDERED = /(?<!\/)\b(?:he|him|his|himself|she|her|hers|herself)\b(?!\/)/i
/** Names that say that a value was got, not what it is. */
const FILLER = /^(?:found|asked|said|told|seen|made|kept|here|mine|got|begun)$/

const sources = new Map<string, ts.SourceFile>()
function sourceOf(file: string): ts.SourceFile {
  const source = sources.get(file) ?? ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}
/** Every file is parsed, on a machine that may be busy. */
const PARSING = { timeout: 60_000 }

/** Names of variables and parameters; a property of the wire that is only destructured keeps its name. */
function boundNames(file: string): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const isBinding = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
    if (isBinding && ts.isIdentifier(node.name)) {
      const isProperty =
        ts.isObjectBindingPattern(node.parent) && !('propertyName' in node && node.propertyName)
      if (!isProperty || ('dotDotDotToken' in node && node.dotDotDotToken)) names.push(node.name.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(sourceOf(file))
  return names
}

describe('one name, one meaning', () => {
  test('no type is declared in two files', PARSING, () => {
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

  const prose = [
    ...listed('docs', /\.md$/),
    ...listed('web/styles', /\.css$/),
    ...listed('web/features', /\.css$/),
    ...listed('web/admin', /\.css$/),
    ...listed('server/db/migrations', /\.sql$/),
    ...['README.md', 'CONTRIBUTING.md', 'bench/FAULTS.md', '.env.example'],
  ].filter((file) => !PRIVATE_WORDS_ALLOWED.includes(file))

  test('variables and parameters are nouns', PARSING, () => {
    const fillers = files.map((file) => [file, ...boundNames(file).filter((name) => FILLER.test(name))])
    expect(fillers.filter((names) => names.length > 1)).toEqual([])
  })

  test('standard terms in code, comments, tests, documents, styles and message keys', () => {
    const all = [...files, ...prose, 'messages/en.json']
    expect(all.filter((file) => PRIVATE_WORDS.test(textOf(file)))).toEqual([])
    expect(files.filter((file) => PRIVATE_NAMES.test(textOf(file)))).toEqual([])
  })

  test('a person is they, or their role', () => {
    expect([...files, ...prose].filter((file) => GENDERED.test(textOf(file)))).toEqual([])
  })

  test('the readers of words see', () => {
    expect(boundNames('core/charges.ts')).toContain('COUPON_SUFFIX')
    expect([PRIVATE_WORDS, GENDERED, FILLER].map((words) => words.test(''))).toEqual([false, false, false])
    expect(
      ['Two switchboards: a Switchboard', 'what he sees', 'found'].map((text, i) =>
        [PRIVATE_WORDS, GENDERED, FILLER][i]?.test(text),
      ),
    ).toEqual([true, true, true])
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

  test.each(['web', 'scripts'])('half of the files of %s have 50 lines or more', (room) => {
    const sizes = filesOf(room)
      .map(linesOf)
      .sort((a, b) => a - b)
    expect(sizes[sizes.length >> 1]).toBeGreaterThanOrEqual(50)
  })
})
