/// <reference types="vite/types/importMeta.d.ts" />
/**
 * The wire contract as it was recorded: whoever changes a path, a role, a limit or a field has to record it anew
 * (`npx vitest run --project unit core/contract -u`), and a reviewer sees the difference.
 */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Imports that a tool can follow: what breaks on purpose in a contract is tried against this file. */
const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./endpoint.ts'])

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value

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
