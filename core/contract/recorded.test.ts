/// <reference types="vite/types/importMeta.d.ts" />
/**
 * The wire contract as it was recorded: whoever changes a path, a role, a limit or a field has to record it anew
 * (`npx vitest run --project unit core/contract -u`), and a reviewer sees the difference. What each call says of bad input,
 * field by field, is recorded beside it: the schemas have the limits of a field and not the words of its refusal.
 */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isEndpoint } from '#test/support/endpoints.ts'
import type { Endpoint } from './endpoint.ts'

/** Imports that a tool can follow: what breaks on purpose in a contract is tried against this file. */
const modules = import.meta.glob<Record<string, unknown>>([
  './*.ts',
  '!./*.test.ts',
  '!./endpoint.ts',
  '!./waiting-photos.ts',
])

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })

function recorded({ params, query, body, responses, ...rest }: Endpoint) {
  return {
    ...rest,
    ...(params ? { params: schemaOf(params, 'input') } : {}),
    ...(query ? { query: schemaOf(query, 'input') } : {}),
    ...(body ? { body: schemaOf(body, 'input') } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, schema]) => [status, schemaOf(schema as z.ZodType, 'output')]),
    ),
  }
}

describe('the recorded contract', () => {
  it.each(Object.entries(modules))('of %s', async (file, load) => {
    const exported = await load()
    const endpoints = Object.entries(exported)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => [name, recorded(endpoint)])
    const others = Object.entries(exported).filter(
      ([, value]) => ['string', 'number'].includes(typeof value) || Array.isArray(value),
    )
    const text = `${JSON.stringify({ ...Object.fromEntries(endpoints), constants: Object.fromEntries(others) }, null, 1)}\n`
    await expect(text).toMatchFileSnapshot(`./recorded/${file.replace(/^\.\/(.*)\.ts$/, '$1.json')}`)
  })
})

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

it.each(Object.entries(modules))('a text that is too long is not told to be missing: %s', async (_, load) => {
  const schemas = Object.values(await load())
    .filter(isEndpoint)
    .flatMap(({ body, query }) => [body, query])
    .filter((schema): schema is z.ZodObject => schema instanceof z.ZodObject)
  const wrong = schemas.flatMap((schema) => {
    const input = Object.fromEntries(fieldsOf(schema).map((field) => [field, BAD.long]))
    const issues = schema.safeParse(input).error?.issues ?? []
    return issues.filter(({ code, message }) => code === 'too_big' && message === 'required')
  })
  expect(wrong).toEqual([])
})
