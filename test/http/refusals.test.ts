/** Refusals in one shape, whatever is sent: from a route, from the router, and from the parser of the wire. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOST, startApp, type TestApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'

let app: TestApp
let untrusting: TestApp
let port = 0
let buyer: Person
let admin: Person
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.0/8'] })
  untrusting = await startApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  buyer = await person(app, 'Buyer')
  admin = await teammate(app, 'Admin')
})
afterAll(() => Promise.all([app.stop(), untrusting.stop()]))

interface WireReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Sends bytes and parses what came back until the server closed. */
const raw = (text: string): Promise<WireReply> =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const finish = () => {
      const [head = '', ...rest] = received.split('\r\n\r\n')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = lines.map((header): [string, string] => {
        const at = header.indexOf(':')
        return [header.slice(0, at).toLowerCase(), header.slice(at + 1).trim()]
      })
      const status = Number(line.split(' ')[1] ?? 0)
      done({ status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') })
    }
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', finish)
    socket.on('error', (error) => ('code' in error && error.code === 'ECONNRESET' ? finish() : fail(error)))
    socket.write(text)
  })
const get = (target: string, headers = '') =>
  raw(`GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\n${headers}Connection: close\r\n\r\n`)

/** Every answer has them, also those that no route made. */
const SECURITY_HEADERS = [
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-resource-policy',
  'content-security-policy',
  'x-request-id',
]

function expectProblem({ status, headers, body }: WireReply, wanted: [number, string]): void {
  const problem = JSON.parse(body)
  expect([status, problem.code]).toEqual(wanted)
  expect(Object.keys(problem).sort()).toEqual(['code', 'message', 'request_id'])
  expect(problem.request_id).toBe(headers['x-request-id'])
  expect(problem.request_id).toMatch(/^[\w-]{8,64}$/)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(SECURITY_HEADERS.filter((name) => headers[name] === undefined)).toEqual([])
}

describe('one shape', () => {
  const long = `X-Long: ${'x'.repeat(20_000)}\r\n`
  it.each([
    ['an unknown path', '/api/nothing-here', '', 404, 'not_found'],
    ['no token', '/api/auth/user', '', 401, 'unauthenticated'],
    ['a path that is not encoded right', '/%zz', '', 400, 'bad_request'],
    ['the same below /api', '/api/deals/%E0%A4%A', '', 400, 'bad_request'],
    ['a way out of the documents', '/api/docs/static/%2e%2e/package.json', '', 404, 'not_found'],
    ['the same in other letters', '/api/docs/static/..%2f..%2fpackage.json', '', 404, 'not_found'],
    ['headers that are too long', '/healthz', long, 431, 'headers_too_large'],
    ['a header that is none', '/healthz', 'no colon\r\n', 400, 'bad_request'],
    ['a foreign host', 'http://evil.example/api/policy', '', 400, 'bad_request'],
    ['another scheme', 'file:///etc/passwd', '', 400, 'bad_request'],
    ['two tokens', '/api/policy', 'Authorization: Token a\r\nAuthorization: Token b\r\n', 400, 'bad_request'],
  ])('%s', async (_, target, headers, status, code) => {
    expectProblem(await get(target, headers), [status, code])
  })
  it('a head that stops coming', async () => {
    const reply = await raw(`POST /api/auth/login HTTP/1.1\r\nHost: ${HOST}\r\nX-Part`)
    expectProblem(reply, [408, 'request_timeout'])
  }, 20_000)
  it('an address in full with the own host is that address', async () => {
    expect((await get(`http://${HOST}/api/policy`)).status).toBe(200)
    expect((await get(`http://${HOST}`)).status).toBe(404)
  })
  it('a wrong field says it in JSON, as the spec has it, with the id beside it', async () => {
    const { status, headers, body } = await app.call('POST', '/api/auth/login', { body: {} })
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(body)).toEqual(['phone_number', 'password'])
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  })
  it.each([
    ['as it came', 'trace-0123456789', true],
    ['not when it is too long', 'x'.repeat(65), false],
    ['not when it would break a log', 'a b "quoted" id', false],
    ['not when it is short', 'abc', false],
  ])('the id of a request: %s', async (_, id, isTaken) => {
    const { body, headers } = await app.call('GET', '/api/nothing-here', { headers: { 'x-request-id': id } })
    expect(body.request_id === id).toBe(isTaken)
    expect(headers['x-request-id']).toBe(body.request_id)
  })
  it('the id of a request: not when no trusted proxy gave it', async () => {
    const id = 'trace-0123456789'
    const { body } = await untrusting.call('GET', '/api/nothing-here', { headers: { 'x-request-id': id } })
    expect(body.request_id).toMatch(/^[\w-]{36}$/)
    expect(body.request_id).not.toBe(id)
  })
})

describe('a method that an address does not have', () => {
  it.each([
    ['PUT', '/api/policy', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', '/api/auth/login/', 'POST'],
    ['DELETE', '/api/deals/abc', 'GET, HEAD'],
    ['PATCH', '/api/deals/abc/files/1', 'DELETE, GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/api/policy', 'GET, HEAD'],
  ])('%s %s', async (method, url, allow) => {
    const { status, body, headers } = await app.call(method, url)
    expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
  })
  it('is not said of an address that there is not', async () => {
    const { status, headers } = await app.call('PUT', '/api/nothing-here')
    expect([status, headers.allow]).toEqual([404, undefined])
  })
})

describe('a body', () => {
  const login = (body: string, type: string) =>
    app.call('POST', '/api/auth/login', { body, headers: { 'content-type': type } })
  it.each([
    ['application/json; charset=utf-8', 400],
    ['application/json; charset="UTF-8"', 400],
    ['application/json; charset=utf8', 400],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=x', 415],
    ['application/json; charset=iso-8859-1', 415],
  ])('in %s: %i', async (type, status) => {
    expect((await login('{}', type)).status).toBe(status)
  })

  const deep = (depth: number, [open, close]: [string, string]) => open.repeat(depth) + close.repeat(depth)
  it.each([
    ['lists', deep(45_000, ['[', ']'])],
    ['objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
    ['lists in a field', `{"amount":${deep(40_000, ['[', ']'])}}`],
  ])('of very deep %s, with a key', async (_, body) => {
    const { status, body: problem } = await app.call('POST', `/api/deals/x/pay`, {
      token: buyer.token,
      body,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'deep' },
    })
    expect([status, problem.code]).toEqual([400, 'bad_request'])
  })
})

describe('no input is a fault of the server', () => {
  const BODIES = [
    'null',
    '[]',
    '7',
    '"text"',
    '{}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":['.repeat(12_000) + ']}'.repeat(12_000),
    JSON.stringify({
      uid: 'MTAwMDAwMDAwMDAwMDA',
      token: '\u0000',
      new_password: 'Abcdef1!',
      re_new_password: 'Abcdef1!',
    }),
    JSON.stringify({
      uid: 'OTAwNzE5OTI1NDc0MDk5MQ',
      token: 'x',
      new_password: 'Abcdef1!',
      re_new_password: 'Abcdef1!',
    }),
    JSON.stringify({ uid: 'LTE', token: '\ud800', new_password: 'Abcdef1!', re_new_password: 'Abcdef1!' }),
    JSON.stringify({
      email: 'a@b.in\u0000',
      phone_number: 1e308,
      password: ['x'],
      amount: {},
      token: 'x\u0000',
    }),
    JSON.stringify({
      code: '\u0000',
      kind: 'phone',
      name: '\ud800',
      message: '\u0000',
      advance: 'P99999999999D',
    }),
  ]
  const IDS = ['x', '%00', '%F0%9F%92%B0', '..%2f..', '9223372036854775808', '-1', 'null', 'x'.repeat(64)]
  const QUERY =
    '?page=1000&search=%00%ED%A0%80&ordering=%27%3B&form_pk=%00&coupon_code=%00&code=%00&from=x&before_id=99999999999999999999'

  interface Call {
    readonly method: string
    readonly url: string
    readonly body?: string
  }
  /** Every call of the contract with every id, query and body, but those that end the account or session that asks. */
  function callsOf(method: string, path: string): Call[] {
    if (/logout|sessions|delete/.test(path) && method !== 'GET') return []
    const ids = path.includes('{') ? IDS : ['']
    return ids.flatMap((id): Call[] => {
      const url = path.replace(/\{\w+\}/g, id)
      if (method === 'GET' || method === 'DELETE') return [{ method, url: `${url}${QUERY}` }]
      return (id === '' || id === 'x' ? BODIES : ['{}']).map((body) => ({ method, url, body }))
    })
  }

  it('whatever the address, the query and the body are', async () => {
    const { body: api } = await app.call('GET', '/api/openapi.json')
    const paths = Object.entries(api.paths as Record<string, object>)
    const calls = paths.flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) => callsOf(method.toUpperCase(), path)),
    )
    expect(calls.length).toBeGreaterThan(400)
    const faults: string[] = []
    for (const [index, { method, url, body }] of calls.entries()) {
      const { token } = /admin|thirdview|leads|grievances/.test(url) ? admin : buyer
      const headers = { 'content-type': 'application/json', 'idempotency-key': `call ${index}` }
      const { status } = await app.call(method, url, { token, ...(body ? { body, headers } : {}) })
      if (status >= 500) faults.push(`${status} ${method} ${url} ${(body ?? '').slice(0, 80)}`)
    }
    expect(faults).toEqual([])
  }, 120_000)
})

describe('what an answer may do in a browser', () => {
  const policyOf = async (url: string) =>
    String((await app.call('GET', url)).headers['content-security-policy'])
  it.each(['/api/policy', '/api/nothing-here', '/api/openapi.json', '/healthz', '/robots.txt'])(
    '%s: nothing',
    async (url) => {
      expect(await policyOf(url)).toBe(
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      )
    },
  )
  it.each(['/api/docs', '/api/docs/static/swagger-ui-bundle.js'])('%s: files of its own', async (url) => {
    const policy = await policyOf(url)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|swagger\.io|unsafe-eval/)
  })
})

describe('a wait', () => {
  it('by address is said in seconds, in the header and in the words', async () => {
    const limited = await startApp({ rateLimitFactor: 0.1 })
    try {
      const ask = () => limited.call('GET', '/api/verify?code=x')
      for (let i = 0; i < 3; i += 1) await ask()
      const { status, body, headers } = await ask()
      expect([status, body.code]).toEqual([429, 'rate_limited'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(body.message).toContain(`${headers['retry-after']} seconds`)
    } finally {
      await limited.stop()
    }
  })
})
