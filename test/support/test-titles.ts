/** The titles of the tests of a file, read from its source: nothing has to run, and what is skipped is not there. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const RUNNERS = ['it', 'test', 'fault', 'describe']

/** `it` of `it.each([…])('…')`; nothing of what is skipped. */
function runnerOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression))
    return ['skip', 'todo'].includes(expression.name.text) ? '' : runnerOf(expression.expression)
  return ts.isCallExpression(expression) ? runnerOf(expression.expression) : ''
}

function titleOf(argument: ts.Expression | undefined): string | undefined {
  if (argument === undefined) return undefined
  if (ts.isStringLiteralLike(argument)) return argument.text
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : undefined
}

/** Each test with the groups around it, outermost first; titles as they are written, `%s` and all. */
export function testPaths(text: string): string[][] {
  const paths: string[][] = []
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const runner = ts.isCallExpression(node) ? runnerOf(node.expression) : ''
    const title = ts.isCallExpression(node) ? titleOf(node.arguments[0]) : undefined
    const isCase = title !== undefined && RUNNERS.includes(runner)
    const path = isCase ? [...groups, title] : groups
    if (isCase && runner !== 'describe') paths.push([...path])
    ts.forEachChild(node, (child) => visit(child, path))
  }
  visit(ts.createSourceFile('tests.ts', text, ts.ScriptTarget.Latest, true), [])
  return paths
}

/** How many tests of a file have this name: with its groups, or the end of that where it is enough. */
export function testsNamed(file: string, name: string): number {
  const names = testPaths(readFileSync(file, 'utf8')).map((path) => path.join(' › '))
  const whole = names.filter((full) => full === name).length
  return whole > 0 ? whole : names.filter((full) => full.endsWith(` › ${name}`)).length
}
