/**
 * The browser is typed by the contract and asks by its method and path; what an answer looks like and what a call is for are
 * the server's to know. Without this plugin every page loads the schemas of all answers.
 */
import type { Plugin } from 'vite'

const CONTRACT = /[\\/]core[\\/]contract[\\/][\w-]+\.ts$/
const OF_THE_SERVER = new Set(['responses', 'summary'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
  readonly value?: Node
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string }
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[]
}
interface Declaration extends Node {
  readonly declaration?: { readonly declarations?: readonly { readonly init: Call | null }[] } | null
}

/** The values of an endpoint's properties that no page reads. */
function unread({ declaration }: Declaration): Node[] {
  const calls = (declaration?.declarations ?? []).flatMap(({ init }) => (init ? [init] : []))
  return calls
    .filter(({ type, callee }) => type === 'CallExpression' && callee.name === 'endpoint')
    .flatMap((call) => call.arguments[0]?.properties ?? [])
    .flatMap(({ key, value }) => (value && OF_THE_SERVER.has(key?.name ?? '') ? [value] : []))
}

export const stripContract = (): Plugin => ({
  name: 'strip-contract',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!CONTRACT.test(id)) return null
    const body = this.parse(code).body as unknown as readonly Declaration[]
    const stripped = body
      .flatMap(unread)
      .sort((a, b) => b.start - a.start)
      .reduce((text, { start, end }) => `${text.slice(0, start)}0${text.slice(end)}`, code)
    return { code: stripped, map: null }
  },
})
