/** What the server takes on the wire, and what every answer carries. Over real sockets. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOST, type Reply, startApp, type TestApp } from '#test/support/app.ts'
import { person } from '#test/support/people.ts'

let app: TestApp
let limited: TestApp
let port = 0
beforeAll(async () => {
  app = await startApp()
  limited = await startApp({ rateLimitFactor: 1 })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => Promise.all([app.stop(), limited.stop()]))

/** Sends bytes and answers everything that came back until the server closed. */
const raw = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => done(received))
    socket.on('error', (error) =>
      'code' in error && error.code === 'ECONNRESET' ? done(received) : fail(error),
    )
    socket.write(text)
  })
const get = (headers: string, path = '/api/policy', version = '1.1') =>
  raw(`GET ${path} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`)

describe('the wire', () => {
  it.each([
    ['the public host', `Host: ${HOST}\r\n`, 200],
    ['a foreign host', 'Host: evil.example\r\n', 400],
    ['two hosts', `Host: ${HOST}\r\nHost: ${HOST}\r\n`, 400],
    ['no host', '', 400],
    ['another transfer encoding', `Host: ${HOST}\r\nTransfer-Encoding: gzip, chunked\r\n`, 400],
    ['an unknown transfer encoding', `Host: ${HOST}\r\nTransfer-Encoding: identity\r\n`, 400],
    ['a length and chunks', `Host: ${HOST}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n`, 400],
  ])('%s', async (_, headers, status) => {
    expect(await get(headers)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
  it.each(['/healthz', '/readyz', '/metrics'])(
    '%s answers a balancer by whatever name it asks',
    async (path) => {
      expect(await get('Host: 10.1.2.3:6531\r\n', path)).toMatch(/^HTTP\/1.1 200 /)
      // HAProxy's plain check names no host
      expect(await get('', path, '1.0')).toMatch(/^HTTP\/1.[01] 200 /)
      expect(await get(`Host: ${HOST}\r\nHost: ${HOST}\r\n`, path)).toMatch(/^HTTP\/1.1 400 /)
      expect(await get('Host: 10.1.2.3:6531\r\n', `${path}x`)).toMatch(/^HTTP\/1.1 400 /)
    },
  )
  it('a foreign host where a 400 has a shape of its own', async () => {
    const body = '{}'
    const answer = await raw(
      `POST /api/auth/register HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"bad_request"')
  })
  it('the address that the socket is on is a host too', async () => {
    expect(await get(`Host: 127.0.0.1:${port}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    expect(await get(`Host: localhost:${port}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  })
  it('cuts off a client that is slow with its headers', async () => {
    const startedAt = Date.now()
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: x')).toMatch(/^HTTP\/1.1 408 |^$/)
    expect(Date.now() - startedAt).toBeLessThan(13_000)
  }, 20_000)
  it('waits for a client whose first bytes are late', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    // no clock of ours: the server counts from the connection in real time
    await sleep(4_500)
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  }, 20_000)
  it('takes a chunked body', async () => {
    const body = '{"phone_number":"1","password":"x"}'
    const answer = await raw(
      `POST /api/auth/login HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
  })
})

describe('bodies', () => {
  const post = (body: unknown, headers = {}) => app.call('POST', '/api/auth/login', { body, headers })
  it.each([
    ['over 100 KB', { phone_number: 'x'.repeat(101 * 1024), password: 'x' }, {}, 413, 'too_large'],
    ['not JSON', '{', { 'content-type': 'application/json' }, 400, 'bad_request'],
    ['another type', '<a/>', { 'content-type': 'application/xml' }, 415, 'unsupported_type'],
    [
      'JSON that is not said to be',
      '{"phone_number":"1"}',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_type',
    ],
  ])('%s', async (_, body, headers, status, code) => {
    const reply = await post(body, headers)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(String(reply.headers['content-type'])).toContain('application/json')
  })
  it('named as JSON and not there is none: a call that takes none answers, another says what is missing', async () => {
    const send = (method: 'POST' | 'DELETE', url: string, headers = {}) =>
      app.app.inject({ method, url, headers: { host: HOST, 'content-type': 'application/json', ...headers } })
    const login = await send('POST', '/api/auth/login')
    expect([login.statusCode, login.json()]).toEqual([400, { non_field_errors: ['Please fill this in.'] }])
    const { token } = await person(app, 'Buyer')
    const out = await send('POST', '/api/auth/logout', { authorization: `Token ${token}` })
    expect(out.statusCode).toBe(204)
  })
  it.each(['[]', '"x"', '7'])('%s has no fields: the answer says what to send', async (body) => {
    const reply = await post(body, { 'content-type': 'application/json' })
    expect([reply.status, reply.body]).toEqual([
      400,
      { non_field_errors: ['Send a JSON object with the fields of this call.'] },
    ])
  })
  it('an empty one says what is missing', async () => {
    expect((await post({})).body).toEqual({
      phone_number: ['Please fill this in.'],
      password: ['Please fill this in.'],
    })
  })
})

describe('answers', () => {
  it('carry the security headers, and never a stack or a page', async () => {
    const reply = await app.call('GET', '/api/nothing-here')
    expect(reply.status).toBe(404)
    expect(reply.body).toMatchObject({ message: 'There is nothing here.', code: 'not_found' })
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(reply.headers['x-powered-by']).toBeUndefined()
  })
  it('a bug or a lost database is a plain line', async () => {
    const broken = await startApp({
      runInTransaction: async () => {
        throw Object.assign(new Error('select secret from somewhere'), { code: '57P01' })
      },
    })
    const reply = await broken.call('GET', '/api/policy')
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
    expect(JSON.stringify(reply.body)).not.toContain('secret')
    await broken.stop()
  })
  it('paths answer with and without a trailing slash', async () => {
    for (const url of ['/api/policy', '/api/policy/']) expect((await app.call('GET', url)).status).toBe(200)
  })
  it('do not describe themselves where the operator asks for it', async () => {
    const closed = await startApp({ hasApiDocs: false })
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/json', '/api/docs/static/index.html'])
      expect((await closed.call('GET', url)).status, url).toBe(404)
    await closed.stop()
  })
  it('describe themselves', async () => {
    const { body } = await app.call('GET', '/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths).length).toBeGreaterThan(20)
    expect((await app.call('GET', '/api/docs')).status).toBeLessThan(400)
  })
  it('lists page', async () => {
    const user = await person(app, 'Buyer')
    for (const query of ['page=0', 'page_size=101', 'page=x'])
      expect((await app.call('GET', `/api/deals/?${query}`, { token: user.token })).status).toBe(400)
  })
})

describe('rate limits', () => {
  it.each([
    ['POST', '/api/auth/login', { phone_number: '9822222222', password: 'x' }, 10],
    ['POST', '/auth/users/reset_password/', { email: 'a@b.in' }, 300],
    ['POST', '/api/auth/register', {}, 20],
  ])('%s %s', async (method, url, body, max) => {
    const codes: number[] = []
    let last: Reply<{ code: string }> | undefined
    for (let i = 0; i <= max; i += 1) {
      last = await limited.call<{ code: string }>(method, url, { body })
      codes.push(last.status)
    }
    expect(codes.slice(0, max)).not.toContain(429)
    expect([last?.status, last?.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })
  describe('behind a proxy', () => {
    /** Statuses of asking as the proxy would pass it on, for these in turn. */
    async function tries(trustedProxies: string[], forwarded: string[]): Promise<number[]> {
      const proxied = await startApp({ rateLimitFactor: 1, trustedProxies })
      try {
        const statuses: number[] = []
        for (const header of forwarded) {
          const headers = { 'x-forwarded-for': header }
          const body = { ticket: 'GRV-2026-000001', email: 'a@b.in' }
          statuses.push((await proxied.call('POST', '/api/grievances/status', { body, headers })).status)
        }
        return statuses
      } finally {
        await proxied.stop()
      }
    }
    const ten = (header: (i: number) => string) => Array.from({ length: 10 }, (_, i) => header(i))

    it('that is trusted, they count whom it speaks for', async () => {
      const addresses = [...ten(() => '203.0.113.1'), '203.0.113.1', '203.0.113.2']
      expect((await tries(['127.0.0.0/8'], addresses)).slice(-2)).toEqual([429, 404])
    })
    it('they are not fooled by what a client writes before it', async () => {
      const addresses = [...ten((i) => `198.51.100.${i}, 203.0.113.1`), '198.51.100.99, 203.0.113.1']
      expect((await tries(['127.0.0.1'], addresses)).at(-1)).toBe(429)
    })
    it('that nobody trusts, they count the proxy', async () => {
      expect((await tries([], ten((i) => `203.0.113.${i}`).concat('203.0.113.99'))).at(-1)).toBe(429)
    })
  })
  it('use-coupon: 20 tries a minute', async () => {
    const user = await person(limited, 'Service_Provider', { phone_number: '9611111111' }).catch(() => null)
    const token = user?.token ?? ''
    const codes: number[] = []
    for (let i = 0; i <= 20; i += 1)
      codes.push(
        (await limited.call('GET', '/api/transactions/use-coupon?coupon_code=X99', { token })).status,
      )
    expect(codes.at(-1)).toBe(429)
  })
})
