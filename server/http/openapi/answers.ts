/** What a call may answer: the contract's answers, and the refusals that every call of its kind can meet. */
import { type Endpoint, nothing, type problem, takesKey } from '#core/contract/endpoint.ts'
import type { NamedEndpoint } from './catalogue.ts'
import { exampleOf, type RecordedExamples } from './recorded-examples.ts'
import { type Components, type JsonSchema, jsonSchemaOf } from './schemas.ts'

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Taken in; nothing is said of its outcome',
  204: 'Done; there is nothing to say',
  302: 'Leads to another address',
  400: 'The request cannot be read, or a field of it is refused',
  401: 'No session and no key, or one that does not work',
  403: 'Signed in, and still not allowed',
  404: 'Not there, or not for this caller',
  409: 'Not in this state, or somebody was first',
  410: 'It was there and is no more',
  413: 'Too large',
  415: 'Of a type that is not taken',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many of these; Retry-After says when to try again',
  500: 'A fault of the server’s own, recorded under the request id',
  503: 'Not now; Retry-After says when to try again',
}

const text = (description: string): JsonSchema => ({
  description,
  schema: { type: 'string', maxLength: 100 },
})
const seconds = (description: string): JsonSchema => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 604_800 },
})
const count = (description: string): JsonSchema => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 1_000_000 },
})

export const HEADERS = {
  RequestId: text('Finds the request in the logs'),
  Challenge: text('The schemes of a session and of a key (RFC 9110)'),
  RetryAfter: seconds('After how many seconds to try again'),
  RateLimit: count('Calls a minute from this address'),
  RateLimitRemaining: count('Calls that are left of them'),
  RateLimitReset: seconds('When the count begins anew'),
  IdempotencyReplayed: text('`true` where the first answer to the Idempotency-Key is given again'),
  Version: text('The version of the answer, to a key or where one was asked for'),
  Deprecation: text('Of an earlier version: since when there is a newer one (RFC 9745)'),
  Sunset: text('Of an earlier version: until when it is answered (RFC 8594)'),
  TotalCount: count('Entries of the whole list'),
  Link: { description: 'The neighbouring pages (RFC 8288)', schema: { type: 'string', maxLength: 2_000 } },
} as const

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

/** Statuses that the product answers beside those that the contract names. */
function refusalsOf({ access, method, path, query }: Endpoint): number[] {
  const isOpen = access === 'public'
  const isWrite = method !== 'GET'
  const namesSomething = path.includes(':') || query !== undefined
  return [
    ...[400, 429, 500, 503],
    ...(isOpen ? [] : [401, 403, 404, 409]),
    ...(isWrite ? [403, 404, 409, 410, 413, 415] : []),
    ...(isWrite && !isOpen && method === 'POST' ? [422] : []),
    ...(namesSomething ? [404] : []),
  ]
}

const json = (schema: JsonSchema, example: JsonSchema = {}): JsonSchema => ({
  'application/json': { schema, ...example },
})
const PROBLEM = { $ref: '#/components/schemas/Problem' }
/** Which of the two it is depends on what was wrong: a field, or the request as a whole. */
const EITHER = { anyOf: [{ $ref: '#/components/schemas/FieldErrors' }, PROBLEM] }

const refusalAnswer = (status: number, recorded: RecordedExamples, page: JsonSchema = {}): JsonSchema => ({
  description: MEANING[status] ?? '',
  headers: {
    'X-Request-Id': header('RequestId'),
    ...(status === 401 ? { 'WWW-Authenticate': header('Challenge') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
  },
  // signing in names its fields with a 401 too
  content: {
    ...json(status <= 401 ? EITHER : PROBLEM, exampleOf(recorded, `${status} application/json`)),
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/ProblemDetails' },
      ...exampleOf(recorded, `${status} application/problem+json`),
    },
    ...page,
  },
})

/** The answers of refusals, shared by all calls. */
export const sharedResponses = (recorded: RecordedExamples): Record<string, JsonSchema> =>
  Object.fromEntries(
    [400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 503].map((status) => [
      `Refusal${status}`,
      refusalAnswer(status, recorded),
    ]),
  )

function headersOf(endpoint: Endpoint): JsonSchema {
  const { perMinute, query, scope } = endpoint
  const fields = query ? Object.keys((jsonSchemaOf(query, 'input').properties ?? {}) as object) : []
  return {
    'X-Request-Id': header('RequestId'),
    ...(takesKey(endpoint) ? { 'Idempotency-Replayed': header('IdempotencyReplayed') } : {}),
    ...(scope
      ? {
          'Amanat-Version': header('Version'),
          Deprecation: header('Deprecation'),
          Sunset: header('Sunset'),
        }
      : {}),
    ...(perMinute
      ? {
          'X-RateLimit-Limit': header('RateLimit'),
          'X-RateLimit-Remaining': header('RateLimitRemaining'),
          'X-RateLimit-Reset': header('RateLimitReset'),
        }
      : {}),
    ...(fields.includes('page') ? { 'X-Total-Count': header('TotalCount'), Link: header('Link') } : {}),
  }
}

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 1_073_741_824 }

const PAGE = {
  'text/html': { schema: { type: 'string', contentMediaType: 'text/html', maxLength: 1_048_576 } },
}

interface Drawn {
  readonly components: Components
  readonly recorded: RecordedExamples
}

/** The answers of a call, by status. */
export function answersOf(
  { id, endpoint }: Pick<NamedEndpoint, 'id' | 'endpoint'>,
  name: string,
  { components, recorded }: Drawn,
): JsonSchema {
  const headers = headersOf(endpoint)
  const success = ([status, schema]: [string, unknown]): [string, JsonSchema] => [
    status,
    {
      description: MEANING[Number(status)] ?? '',
      headers,
      ...(schema === nothing
        ? {}
        : {
            content: {
              ...json(
                components.named(name, jsonSchemaOf(schema as typeof problem, 'output')),
                exampleOf(recorded, `${id} ${status}`),
              ),
              ...(endpoint.isPageToo ? PAGE : {}),
            },
          }),
    },
  ]
  const declared = Object.entries(endpoint.responses)
  const successes: [string, JsonSchema][] = endpoint.bytes
    ? [
        [
          '200',
          { description: MEANING[200] ?? '', headers, content: { [endpoint.bytes]: { schema: BYTES } } },
        ],
      ]
    : declared.filter(([status]) => Number(status) < 400).map(success)
  // a page has a page for its refusals too; the examples stand with the shared ones
  const refusal = (status: number): JsonSchema =>
    endpoint.bytes === 'text/html'
      ? refusalAnswer(status, {}, PAGE)
      : { $ref: `#/components/responses/Refusal${status}` }
  const statuses = new Set([
    ...refusalsOf(endpoint),
    ...declared.map(([status]) => Number(status)).filter((status) => status >= 400),
  ])
  return Object.fromEntries([
    ...successes,
    ...[...statuses].sort((a, b) => a - b).map((status) => [String(status), refusal(status)]),
  ])
}
