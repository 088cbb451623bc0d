/** The OpenAPI 3.1 document, drawn from the contract. */
import { API_VERSIONS, CURRENT_VERSION } from '#core/api-versions.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { fieldErrors, problem, takesKey } from '#core/contract/endpoint.ts'
import { SCOPES } from '#core/scopes.ts'
import { STATUS_OF_CODE } from '#server/http/problem-details.ts'
import { answersOf, HEADERS, sharedResponses } from './answers.ts'
import { CATALOGUE, GROUPS, keyOfCall, type NamedEndpoint } from './catalogue.ts'
import { bodyName, exampleOf, type RecordedExamples, recordedExamples } from './recorded-examples.ts'
import { Components, capital, type JsonSchema, jsonSchemaOf } from './schemas.ts'
import { webhooksOf } from './webhooks.ts'

export interface OpenApiDocument {
  readonly [part: string]: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

/** Names for what a client meets often; the rest is named by its call. */
const NAMED_ANSWERS: Readonly<Record<string, string>> = {
  currentUser: 'User',
  withdrawFile: 'DealFile',
  payDeal: 'Payment',
  getDeal: 'Deal',
  createShopping: 'ShoppingTransaction',
  createServices: 'ServicesTransaction',
  changeLink: 'OfferLink',
  getLink: 'PublicLink',
  createApp: 'App',
  getWebhook: 'Webhook',
  policy: 'Policy',
}

const pathOf = ({ path }: Endpoint): string => path.replace(/:(\w+)/g, '{$1}')

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const { params, query, scope } = endpoint
  const fields = (place: 'path' | 'query', schema: Endpoint['params']): JsonSchema[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, part]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: part,
    }))
  }
  return [
    ...fields('path', params),
    ...fields('query', query),
    ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(scope ? [{ $ref: '#/components/parameters/Version' }] : []),
  ]
}

const FILES_FORM = {
  type: 'object',
  properties: {
    kind: { type: 'string', maxLength: 40, description: 'What the files of a deal show' },
    draft: {
      type: 'string',
      enum: ['0', '1'],
      description: 'Of a deal: 1 for what nobody else sees until an action or a message names it',
    },
    file: { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 26_214_400 },
  },
}

function bodyOf(
  { id, endpoint: { body, takes } }: NamedEndpoint,
  components: Components,
  recorded: RecordedExamples,
): JsonSchema {
  if (takes === 'files')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: FILES_FORM } } } }
  if (!body) return {}
  const schema = components.named(`${capital(id)}Request`, jsonSchemaOf(body, 'input'))
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: { 'application/json': { schema, ...exampleOf(recorded, bodyName(id)) } },
    },
  }
}

const WHO: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Anybody may call it.',
  user: 'For somebody who is signed in.',
  team: 'For the team.',
  admin: 'For Admins.',
}

const descriptionOf = ({ summary, access, roles, scope, perMinute }: Endpoint): string =>
  [
    `${summary}.`,
    WHO[access],
    ...(roles ? [`Roles: ${roles.join(', ')}.`] : []),
    ...(scope ? [`A key needs the scope ${scope}.`] : []),
    ...(perMinute ? [`At most ${perMinute} calls a minute from one address.`] : []),
  ].join(' ')

/** A session's token, and where a scope is named a key that has it too. */
function securityOf({ access, path, scope }: Endpoint): JsonSchema[] {
  if (access === 'public') return []
  return [
    { [path.startsWith('/api/admin/') ? 'console' : 'token']: [] },
    ...(scope ? [{ key: [scope] }] : []),
  ]
}

function operationOf(call: NamedEndpoint, components: Components, recorded: RecordedExamples): JsonSchema {
  const { id, tag, endpoint } = call
  const parameters = parametersOf(endpoint)
  return {
    operationId: id,
    tags: [tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(call, components, recorded),
    responses: answersOf({ id, endpoint }, `${capital(id)}Answer`, { components, recorded }),
  }
}

const SECURITY_SCHEMES = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A session: `Token …`, as signing in answers it',
  },
  console: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A session of the team, with a second factor where the server demands one',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: `A key of an app with the scope that is named: ${SCOPES.join(', ')}`,
  },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Names a request, so that its repetition gets the first answer and does nothing twice',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const VERSION = {
  name: 'Amanat-Version',
  in: 'header',
  required: false,
  description:
    'The version to be answered in; left out, that of the day the app was made. This document is the newest',
  schema: { type: 'string', enum: API_VERSIONS },
}

function addSharedSchemas(components: Components): void {
  const whole = jsonSchemaOf(problem, 'output')
  const properties = whole.properties as Record<string, JsonSchema>
  const codes = Object.keys(STATUS_OF_CODE)
  components.add('Problem', {
    ...whole,
    properties: { ...properties, code: { type: 'string', enum: codes } },
  })
  const short = { type: 'string', maxLength: 2_000 }
  const { message: _, request_id: _id, ...wayOn } = properties
  components.add('ProblemDetails', {
    type: 'object',
    description: 'RFC 9457, for whoever accepts it, and for every call under /api/v1',
    properties: {
      ...wayOn,
      type: { ...short, format: 'uri-reference' },
      title: short,
      status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
      detail: short,
      instance: short,
      code: { type: 'string', enum: codes },
      errors: {
        type: 'array',
        maxItems: 1_000,
        items: {
          type: 'object',
          properties: { pointer: short, code: short, detail: short },
          required: ['pointer', 'code', 'detail'],
        },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  })
  components.add('FieldErrors', { ...jsonSchemaOf(fieldErrors, 'output'), description: 'Messages by field' })
  for (const { id, endpoint } of CATALOGUE) {
    const name = NAMED_ANSWERS[id]
    const answer = endpoint.responses[200] ?? endpoint.responses[201]
    if (name && answer) components.add(name, jsonSchemaOf(answer, 'output'))
  }
}

interface ServedApi {
  readonly publicUrl: string
  readonly isSandbox: boolean
  /** Left out, every call of the contract. */
  readonly isServed?: (call: string) => boolean
}

export function openApiDocument({ publicUrl, isSandbox, isServed }: ServedApi): OpenApiDocument {
  const components = new Components()
  addSharedSchemas(components)
  const recorded = recordedExamples(publicUrl)
  const served = CATALOGUE.filter(({ endpoint }) => isServed?.(keyOfCall(endpoint)) ?? true)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of served) {
    const path = pathOf(call.endpoint)
    const operation = operationOf(call, components, recorded)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operation }
  }
  const tags = new Set(served.map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Amanat',
      version: CURRENT_VERSION,
      summary: 'Deals between two people, with the money held until both are done',
      description:
        'The wire contract of the trust service. Amounts named `_paise` are integers of a hundredth of a rupee, moments are ISO 8601. Answers may gain fields.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server', url: `${publicUrl}/grievance` },
    },
    servers: [
      {
        url: publicUrl,
        description: isSandbox ? 'Sandbox: money is played' : 'Production: money is real',
        'x-internal': false,
      },
    ],
    tags: GROUPS.filter(({ tag }) => tags.has(tag)).map(({ tag, about }) => ({
      name: tag,
      description: about,
    })),
    paths,
    webhooks: webhooksOf(components),
    components: {
      schemas: components.schemas,
      responses: sharedResponses(recorded),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, Version: VERSION },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
