/** The OpenAPI document, as the linters of Spectral (with its OWASP rules) and Redocly see it, and the rules of our own. */
import { readdir } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { TEST_TYPE, WEBHOOK_TYPES } from '#core/webhooks.ts'
import { CATALOGUE, keyOfCall } from '#server/http/openapi/catalogue.ts'
import { type OpenApiDocument, openApiDocument } from '#server/http/openapi/document.ts'
import { type JsonSchema, mapSchema } from '#server/http/openapi/schemas.ts'
import { EXCEPTIONS } from './support/openapi/exceptions.ts'

/** The linters need seconds where two cores are shared. */
const LINT_MS = 120_000

const document = openApiDocument({ publicUrl: 'https://amanat.example', isSandbox: true })
const text = JSON.stringify(document)

interface Finding {
  readonly rule: string
  readonly at: string
  readonly message: string
}

const OFF = Object.fromEntries(
  [
    // thousands of warnings, which cost more than all errors together
    'owasp:api4:2023-string-restricted',
  ].map((rule) => [rule, 'off' as const]),
)

/** Errors alone: warnings are advice. */
async function spectralErrors(api: unknown): Promise<Finding[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [oas as never, owasp as never], rules: OFF })
  return (await linter.run(api as never))
    .filter(({ severity }) => severity === 0)
    .map(({ code, path, message }) => ({ rule: String(code), at: path.join('/'), message }))
}

const isExcepted = ({ rule, at }: Finding): boolean =>
  EXCEPTIONS.some((exception) => exception.rule === rule && (exception.at?.test(at) ?? true))

async function redoclyErrors(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const findings = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  return findings.filter(({ severity }) => severity === 'error').map(({ ruleId }) => ruleId)
}

describe('the linters', () => {
  it(
    'Spectral and its OWASP rules find no error but those with a reason, and each reason is needed',
    async () => {
      const errors = await spectralErrors(document)
      expect(errors.filter((finding) => !isExcepted(finding))).toEqual([])
      const idle = EXCEPTIONS.filter(
        ({ rule, at }) => !errors.some((finding) => finding.rule === rule && (at?.test(finding.at) ?? true)),
      )
      expect(idle).toEqual([])
    },
    LINT_MS,
  )

  it(
    'Spectral sees a text without a limit, and a call of the console that anybody may make',
    async () => {
      const broken = JSON.parse(text)
      delete broken.components.schemas.User.properties.first_name.maxLength
      const { '/api/admin/coupons': coupons, '/api/auth/user': user } = broken.paths
      coupons.post.security = []
      broken.paths = { '/api/admin/coupons': coupons, '/api/auth/user': user }
      const errors = await spectralErrors(broken)
      expect(errors.filter((finding) => !isExcepted(finding)).map(({ rule }) => rule)).toEqual(
        expect.arrayContaining(['owasp:api4:2023-string-limit', 'owasp:api2:2023-write-restricted']),
      )
    },
    LINT_MS,
  )

  it(
    'Redocly finds no error, and would',
    async () => {
      expect(await redoclyErrors(text)).toEqual([])
      const broken = JSON.parse(text)
      broken.paths['/api/links'].post.operationId = 'listLinks'
      expect(await redoclyErrors(JSON.stringify(broken))).toContain('operation-operationId-unique')
    },
    LINT_MS,
  )
})

const operations = Object.entries((document as OpenApiDocument).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, operation })),
)

describe('the document', () => {
  it('has every call of the contract', async () => {
    const files = (await readdir('core/contract')).filter((name) =>
      /^(?!endpoint).*(?<!test)\.ts$/.test(name),
    )
    const exported = await Promise.all(
      files.map((name) => import(`../core/contract/${name.slice(0, -3)}.ts`)),
    )
    const declared = exported.flatMap((exports) =>
      Object.values(exports).filter((value) => value && typeof value === 'object' && 'responses' in value),
    )
    const named = new Set(CATALOGUE.map(({ endpoint }) => endpoint))
    const missing = declared.filter((endpoint) => !named.has(endpoint as Endpoint))
    expect(missing.map((endpoint) => keyOfCall(endpoint as Endpoint))).toEqual([])
    expect(operations).toHaveLength(CATALOGUE.length)
  })

  it('has every message of a webhook, under the types that an app can ask for and the test', () => {
    const { schemas } = document.components as { schemas: Record<string, JsonSchema> }
    const types = Object.keys(document.webhooks as object).flatMap((name) => {
      const { properties } = schemas[`${name.charAt(0).toUpperCase()}${name.slice(1)}Message`] ?? {}
      const { type } = properties as Record<'type', { enum?: string[]; const?: string }>
      return type.enum ?? [type.const]
    })
    expect(types).toEqual([...WEBHOOK_TYPES, TEST_TYPE])
  })

  it('names each call once, and files it under a tag that is explained', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = new Set((document.tags as { name: string }[]).map(({ name }) => name))
    expect(operations.filter(({ operation }) => !tags.has(String(operation.tags)))).toEqual([])
  })

  it('has a limit on every text, list and whole number', () => {
    const unlimited: JsonSchema[] = []
    mapSchema(document as JsonSchema, (part) => {
      const types = [part.type].flat()
      const isLimited =
        (!types.includes('string') || 'maxLength' in part || 'enum' in part || 'const' in part) &&
        (!types.includes('array') || 'maxItems' in part) &&
        (!types.includes('integer') || 'format' in part)
      // a security scheme has a type too
      if (!isLimited && !('scheme' in part)) unlimited.push(part)
      return part
    })
    expect(unlimited).toEqual([])
  })

  it('states the limits that a field has beyond its type', () => {
    const { schemas } = document.components as { schemas: Record<string, JsonSchema> }
    const offer = schemas.CreateLinkRequest?.properties as Record<string, JsonSchema>
    expect(offer.title).toMatchObject({ minLength: 2, maxLength: 60 })
    expect(offer.amount).toEqual({
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'number', minimum: 0, maximum: 99_999 },
      ],
    })
  })

  it('has for every call the refusals that it can meet', () => {
    const statusesOf = (call: string) =>
      Object.keys(
        operations.find((each) => each.call === call)?.operation.responses as Record<string, unknown>,
      )
    const always = ['400', '429', '500', '503']
    for (const { call } of operations) expect(statusesOf(call)).toEqual(expect.arrayContaining(always))
    expect(statusesOf('post /api/links')).toEqual(
      expect.arrayContaining(['201', ...always, '401', '403', '409', '413', '415', '422']),
    )
    expect(statusesOf('get /api/policy')).toEqual(['200', ...always])
  })

  it('lets a key make the calls that name its scope, and no other', () => {
    const scopesOf = (id: string) => {
      const call = operations.find(({ operation }) => operation.operationId === id)
      const security = (call?.operation.security ?? []) as { key?: string[] }[]
      return security.flatMap(({ key = [] }) => key)
    }
    expect(scopesOf('createLink')).toEqual(['links:write'])
    expect(scopesOf('payDeal')).toEqual([])
  })
})
