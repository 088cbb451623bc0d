/// <reference types="vite/types/importMeta.d.ts" />
/**
 * What each call says of bad input, field by field, as it was recorded (`npx vitest run --project unit core/contract -u`):
 * the recorded contract has the limits of a field, and not the words of its refusal.
 */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./endpoint.ts'])

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value

/** In every field at once. */
const BAD: Readonly<Record<string, unknown>> = {
  missing: undefined,
  empty: '',
  null: null,
  long: 'x'.repeat(6_000),
  list: [],
  negative: -1,
  fraction: 1.5,
  huge: 1e15,
}

function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** Kinds of input that are told the same stand together. */
function refusalsOf(schema: z.ZodType): Record<string, string> {
  const fields = fieldsOf(schema)
  const kinds = new Map<string, string[]>()
  for (const [kind, value] of Object.entries(BAD)) {
    const input = value === undefined ? {} : Object.fromEntries(fields.map((field) => [field, value]))
    const issues = schema.safeParse(input).error?.issues ?? []
    const words = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    kinds.set(words, [...(kinds.get(words) ?? []), kind])
  }
  return Object.fromEntries([...kinds].map(([words, names]) => [names.join(', '), words]))
}

describe('what is said of bad input', () => {
  it.each(Object.entries(modules))('in %s', async (file, load) => {
    const endpoints = Object.entries(await load()).filter((entry): entry is [string, Endpoint] =>
      isEndpoint(entry[1]),
    )
    const recorded = endpoints.flatMap(([name, { body, query }]) => [
      ...(body ? [[`${name} body`, refusalsOf(body as z.ZodType)] as const] : []),
      ...(query ? [[`${name} query`, refusalsOf(query as z.ZodType)] as const] : []),
    ])
    if (recorded.length === 0) return
    const text = `${JSON.stringify(Object.fromEntries(recorded), null, 1)}\n`
    await expect(text).toMatchFileSnapshot(`./recorded/refusals/${file.replace(/^\.\/(.*)\.ts$/, '$1.json')}`)
  })
})
