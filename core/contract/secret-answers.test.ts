/** Answers with a secret that is shown once: none is stored under an idempotency key. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '#test/support/endpoints.ts'

const SECRETS = ['key', 'secret', 'recovery_codes', 'token']

const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).properties ?? {})

it('who is signed in and is answered a secret gets it from a call that says so', () => {
  const calls = ENDPOINTS.filter(({ access, method }) => access !== 'public' && method === 'POST')
  const withSecret = calls.filter(({ responses }) =>
    Object.values(responses).some((schema) => fieldsOf(schema).some((field) => SECRETS.includes(field))),
  )
  expect(withSecret.length).toBeGreaterThan(5)
  expect(withSecret.filter(({ answersSecret }) => !answersSecret).map(({ path }) => path)).toEqual([])
})
