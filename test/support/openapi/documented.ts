/** Holds an answer of the server against the OpenAPI document: its status, its media type, and each field of it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { bodyName } from '#server/http/openapi/recorded-examples.ts'
import { type JsonSchema, mapSchema } from '#server/http/openapi/schemas.ts'
import { record } from './record.ts'

interface DocumentedReply {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, unknown>
}

interface Response {
  readonly content?: Record<string, { readonly schema: JsonSchema }>
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: JsonSchema
  readonly responses: Record<string, JsonSchema>
}

interface Documented {
  readonly ajv: Ajv2020
  readonly paths: readonly { readonly pattern: RegExp; readonly path: string }[]
  readonly operationAt: (path: string, method: string) => Operation | undefined
  readonly shared: Record<string, Response>
}

const ID = 'https://amanat.test/openapi.json'

/** What the document leaves open for later fields is closed here: a field that it does not name fails. */
const closed = (part: JsonSchema): JsonSchema =>
  part.properties && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part

function read(): Documented {
  const document = mapSchema(openApiDocument({ publicUrl: 'http://amanat.test', isSandbox: true }), closed)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, ID)
  const calls = document.paths as Record<string, Record<string, Operation>>
  // a path without parameters comes before one that would take its words for a parameter
  const paths = Object.keys(calls)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
  return {
    ajv,
    paths,
    operationAt: (path, method) => calls[path]?.[method],
    shared: (document.components as { responses: Record<string, Response> }).responses,
  }
}

let documented: Documented | undefined
const validators = new Map<string, ValidateFunction>()

const pointer = (...parts: string[]): string =>
  parts.map((part) => part.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')

function validatorAt(at: string): ValidateFunction {
  const known = validators.get(at)
  if (known) return known
  const validator = (documented as Documented).ajv.compile({ $ref: `${ID}#/${encodeURI(at)}` })
  validators.set(at, validator)
  return validator
}

const mediaType = (headers: Record<string, unknown>): string =>
  String(headers['content-type'] ?? '').split(';')[0] ?? ''

interface Call {
  readonly operation: Operation
  /** In the document, to its operation. */
  readonly at: readonly string[]
}

function callOf(method: string, url: string): Call | null {
  documented ??= read()
  const name = method.toLowerCase()
  const path = url.split('?')[0] ?? ''
  const matching = documented.paths.find(
    (each) => each.pattern.test(path) && documented?.operationAt(each.path, name),
  )
  const operation = matching && documented.operationAt(matching.path, name)
  return operation ? { operation, at: ['paths', matching.path, name] } : null
}

/** Why the document does not know this answer; null when it does. */
function undocumented({ operation, at }: Call, { status, body, headers }: DocumentedReply) {
  const response = operation.responses[String(status)]
  if (!response) return `no answer ${status}`
  const reference = typeof response.$ref === 'string' ? response.$ref.slice(2) : null
  const place = reference ?? pointer(...at, 'responses', String(status))
  const { shared } = documented as Documented
  const { content } = (reference ? shared[reference.split('/').at(-1) ?? ''] : response) as Response
  if (!content) return body === undefined ? null : 'a body where there is none'
  const type = mediaType(headers)
  if (content['*/*']) return null
  if (!content[type]) return `no media type ${type || 'at all'}`
  if (type !== 'application/json' && type !== 'application/problem+json') return null
  const validate = validatorAt(`${place}/${pointer('content', type, 'schema')}`)
  if (!validate(body)) return problemsOf(validate)
  if (process.env.RECORD_EXAMPLES)
    record({
      name: reference ? `${status} ${type}` : `${operation.operationId} ${status}`,
      body,
      fits: validate,
      prefersFuller: true,
    })
  return null
}

/** What was sent and taken. */
function recordBody({ operation, at }: Call, body: unknown): void {
  if (typeof body !== 'object' || body === null || !operation.requestBody) return
  const fits = validatorAt(pointer(...at, 'requestBody', 'content', 'application/json', 'schema'))
  if (fits(body)) record({ name: bodyName(operation.operationId), body, fits, prefersFuller: false })
}

const problemsOf = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ')

/** Why an example of the document does not fit its own schema, with no field left out and none too many; null when it does. */
export function misfit(at: readonly string[], example: unknown): string | null {
  documented ??= read()
  const validate = validatorAt(pointer(...at, 'schema'))
  return validate(example) ? null : problemsOf(validate)
}

/** A refusal under 200, as the pages ask for it, is held against the refusal that it is. */
function refusedReply(reply: DocumentedReply): DocumentedReply {
  if (!reply.headers['preference-applied']) return reply
  const { status, ...body } = reply.body as { readonly status: number }
  return { ...reply, status, body }
}

export function requireDocumented(method: string, url: string, reply: DocumentedReply, sent?: unknown): void {
  // the document is that of today
  if (reply.headers.deprecation) return
  const call = callOf(method, url)
  if (!call) return
  const why = undocumented(call, refusedReply(reply))
  if (why)
    throw new Error(
      `${method} ${url} answers ${reply.status}, which /api/openapi.json does not have: ${why}\n${JSON.stringify(reply.body)?.slice(0, 500)}`,
    )
  if (process.env.RECORD_EXAMPLES && reply.status < 400) recordBody(call, sent)
}
