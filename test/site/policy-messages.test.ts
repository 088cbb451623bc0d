/** Every message that prints a figure of the policy is in the preview of a change: a sentence that is left out of it is approved unread. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type Policy, readPolicy } from '#core/policy.ts'
import { figureOf, POLICY_FIGURES, withFigures } from '#core/policy-figures.ts'
import { sampleDeals } from '#server/services/deals/sample-deals.ts'
import { changedAgreementRules } from '#server/services/documents/policy-changes.ts'
import { changedDealMessages } from '#server/services/notifications/policy-changes.ts'
import { builtSite } from '#test/support/site.ts'

const NOW = Date.parse('2026-11-24T10:00:00Z')

/** By the names of the policy, and by those under which answers carry its figures. */
const FIGURE_NAMES = new Set([
  ...POLICY_FIGURES.map(({ path }) => path.split('.')[0] ?? ''),
  ...['cooling_hours', 'commission_basis_points', 'basisPoints'],
])

function namesIn(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  const names: string[] = []
  node.forEachChild((child) => void names.push(...namesIn(child)))
  return names
}

/** Keys of the messages that a file fills with a figure, also by way of a constant. */
function filledWithFigures(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const figures = new Set(FIGURE_NAMES)
  const keys: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && !ts.isArrowFunction(node.initializer)) {
      const isFigure = namesIn(node.initializer).some((name) => figures.has(name))
      if (isFigure && ts.isIdentifier(node.name)) figures.add(node.name.text)
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression
      const input = node.arguments[0]
      if (expression.getText() === 'm' && input && namesIn(input).some((one) => figures.has(one)))
        keys.push(name.text)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return keys
}

const sources = ['web/features', 'web/ui', 'web/admin', 'messages', 'server/services'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.includes('compiled'))
    .map((name) => `${folder}/${name}`),
)
const keys = [...new Set(sources.flatMap(filledWithFigures))].sort()

const PATTERNS = new Map<string, readonly string[]>(
  Object.entries(JSON.parse(readFileSync('messages/en.json', 'utf8'))).map(([key, message]) => [
    key,
    variantsOf(message),
  ]),
)

/** A message is one text, or one for each value of what it selects by. */
function variantsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  if (!Array.isArray(message)) return []
  return message.flatMap(({ match }: { match: Record<string, string> }) => Object.values(match))
}

/** A name, so that a sentence may begin with it. */
const HOLE = 'Qq'

/** A page is compared sentence by sentence: what has no hole does not change. */
function sentencesWithHoles(text: string): RegExp[] {
  const segments = [
    ...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.replace(/\{\w+\}/g, HOLE)),
  ]
  return segments
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment.includes(HOLE))
    .map((segment) => new RegExp(segment.split(HOLE).map(escaped).join('.+?')))
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Each figure is another one; zero stays. */
function otherThan(policy: Policy): Policy {
  const values = POLICY_FIGURES.map(({ path, unit }) => {
    const value = figureOf(policy, path)
    return [path, unit === 'count' || unit === 'business_days' ? value + 1 : Math.round(value * 1.5)] as const
  })
  return withFigures(policy, Object.fromEntries(values))
}

describe('a change of every figure shows the message', () => {
  let texts = ''
  beforeAll(async () => {
    const site = await builtSite({})
    // without a fee some sentences are others
    for (const before of [DEFAULT_POLICY, readPolicy({ disputeFeePaise: 0 })]) {
      const after = otherThan(before)
      const deals = { before: sampleDeals(before, NOW), after: sampleDeals(after, NOW) }
      const changes = [
        ...(await site.changesUnder({ before, after, now: NOW, deals })),
        ...changedAgreementRules(before, after),
        ...changedDealMessages(before, after, NOW),
      ]
      texts += changes.flatMap(({ locale, after: text }) => (locale === 'en' ? `${text}\n` : [])).join('')
    }
  })

  it('the search finds them', () => {
    expect(keys.length).toBeGreaterThan(40)
    expect(keys).toContain('offer_code_validity')
  })
  it.each(keys)('%s', (key) => {
    const patterns = (PATTERNS.get(key) ?? []).flatMap(sentencesWithHoles)
    expect(
      patterns.some((pattern) => pattern.test(texts)),
      PATTERNS.get(key)?.join(),
    ).toBe(true)
  })
})
