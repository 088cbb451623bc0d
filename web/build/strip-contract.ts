/**
 * The browser is typed by the contract and asks by its method and path; the schemas of what goes in and out, and what a call
 * is for, are the server's to know. Without this plugin every page loads the schemas of all its calls, and zod with them.
 */
import type { Plugin } from 'vite'

const CORE = /[\\/]core[\\/](?:[\w-]+[\\/])*[\w-]+\.ts$/
const CONTRACT = /[\\/]core[\\/]contract[\\/][\w-]+\.ts$/
const OF_THE_SERVER = new Set(['params', 'query', 'body', 'responses', 'summary'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
}
interface ObjectNode extends Node {
  readonly properties?: readonly Property[]
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string }
  readonly arguments: readonly ObjectNode[]
}
interface Statement extends Node {
  readonly declaration?: Statement | null
  readonly declarations?: readonly { readonly init: Node | null }[]
  /** Of an import. */
  readonly specifiers?: readonly { readonly local: { readonly name: string } }[]
}
interface Program {
  readonly body: readonly Statement[]
}
interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const isEndpoint = (node: Node): node is Call =>
  node.type === 'CallExpression' && (node as Call).callee.name === 'endpoint'

/** What `endpoint` is called with below a node, within a function too, and what several of its calls have in common. */
function endpointsIn(node: Node): readonly ObjectNode[] {
  if (isEndpoint(node)) return node.arguments
  if (node.type === 'ObjectExpression' && namesOf(node).some((name) => /^(?:params|responses)$/.test(name)))
    return [node]
  return Object.values(node).flat().filter(isNode).flatMap(endpointsIn)
}
const namesOf = ({ properties = [] }: ObjectNode): string[] => properties.map(({ key }) => key?.name ?? '')

/** Its properties that no page reads go; one may be written by its name alone, `params`. */
const unread = ({ properties = [] }: ObjectNode): TextEdit[] =>
  properties
    .filter(({ key }) => OF_THE_SERVER.has(key?.name ?? ''))
    .map(({ start, end, key }) => ({ start, end, text: `${key?.name}: 0` }))

/** What nobody reads any more goes too: a bundler keeps `schema.optional()`, which could do something, unless it is told. */
function droppable({ declaration, declarations }: Statement): TextEdit[] {
  if (declaration) return droppable(declaration)
  return (declarations ?? []).flatMap(({ init }) =>
    init && /^(?:Call|Object|Array)Expression$/.test(init.type) && !isEndpoint(init)
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        ]
      : [],
  )
}

const edited = (code: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)

/** Without what is no longer named: files are parted into chunks by who imports whom, used or not. */
function withoutImports(code: string, body: readonly Statement[]): string {
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const rest = edited(
    code,
    imports.map(({ start, end }) => ({ start, end, text: '' })),
  )
  const isNamed = ({ specifiers = [] }: Statement): boolean =>
    specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest))
  return edited(
    code,
    imports.filter((each) => !isNamed(each)).map(({ start, end }) => ({ start, end, text: '' })),
  )
}

export const stripContract = (): Plugin => ({
  name: 'strip-contract',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!CORE.test(id)) return null
    // a module of core does nothing by being loaded: one of which nothing is used is left out
    if (!CONTRACT.test(id)) return { moduleSideEffects: false }
    const bodyOf = (text: string) => (this.parse(text) as unknown as Program).body
    const body = bodyOf(code)
    const stripped = edited(code, [...body.flatMap(endpointsIn).flatMap(unread), ...body.flatMap(droppable)])
    return { code: withoutImports(stripped, bodyOf(stripped)), map: null, moduleSideEffects: false }
  },
})
