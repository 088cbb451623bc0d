/** Refusals as RFC 9457 has them, on request and under /api/v1; a page for each code; an answer that is given again. */
import { beforeAll, describe, expect, it } from 'vitest'
import { REFUSAL_STATUS } from '#core/errors.ts'
import { HOST, useApp } from '#test/support/app.ts'
import { type Person, person } from '#test/support/people.ts'

const app = useApp()
let buyer: Person
let seller: Person
beforeAll(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
})

const DETAILS = { accept: 'application/problem+json, application/json' }
const isDetails = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['content-type'] === 'application/problem+json; charset=utf-8'

describe('a refusal', () => {
  it.each([
    ['GET', '/api/auth/user', 401, 'unauthenticated'],
    ['GET', '/api/links/none', 404, 'not_found'],
    ['GET', '/api/nothing', 404, 'not_found'],
    ['DELETE', '/api/policy', 405, 'method_not_allowed'],
  ])('of %s %s has the standard’s form on request', async (method, url, status, code) => {
    const reply = await app.call(method, url, { headers: DETAILS })
    expect([reply.status, isDetails(reply)]).toEqual([status, true])
    expect(reply.body).toEqual({
      type: `http://${HOST}/problems/${code.replaceAll('_', '-')}`,
      title: reply.body.detail,
      status,
      detail: expect.stringMatching(/\w{3}/),
      instance: `urn:request:${reply.headers['x-request-id']}`,
      code,
    })
    const page = await app.call('GET', new URL(reply.body.type).pathname)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it.each([
    ['/api/auth/user', {}, 'Token realm="Amanat", Bearer realm="Amanat"'],
    ['/api/auth/user', DETAILS, 'Token realm="Amanat", Bearer realm="Amanat"'],
    ['/api/links/none', {}, undefined],
  ])('of %s says how to sign in where that is missing', async (url, headers, challenge) => {
    const reply = await app.call('GET', url, { headers })
    expect(reply.headers['www-authenticate']).toBe(challenge)
  })

  it('of fields names each by a pointer, in the caller’s language', async () => {
    const body = { track: 'shopping', title: '', amount: 123_456 }
    const reply = await app.call('POST', '/api/links', {
      token: seller.token,
      body,
      headers: { ...DETAILS, 'accept-language': 'hi' },
    })
    expect([reply.status, isDetails(reply), reply.body.code]).toEqual([400, true, 'invalid'])
    expect(reply.body.errors).toEqual([
      { pointer: '/title', code: 'required', detail: expect.stringMatching(/[\u0900-\u097f]/) },
      { pointer: '/amount', code: 'max:5', detail: expect.stringMatching(/[\u0900-\u097f]/) },
    ])
  })

  it('of a sign-in points at the whole body, and names nobody', async () => {
    const body = { phone_number: buyer.phone, password: 'Wrong@2026' }
    const reply = await app.call('POST', '/api/auth/login', { body, headers: DETAILS })
    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([
      401,
      'bad_credentials',
      '',
    ])
  })

  it('stays as the spec has it for everybody else', async () => {
    const reply = await app.call('POST', '/api/links', { token: seller.token, body: { track: 'shopping' } })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.body).toEqual({ title: [expect.any(String)], amount: [expect.any(String)] })
    const problem = await app.call('GET', '/api/auth/user')
    expect(Object.keys(problem.body).sort()).toEqual(['code', 'message', 'request_id'])
  })
})

describe('under /api/v1', () => {
  it('the calls are the same, and refusals have the standard’s form without being asked', async () => {
    const { token } = buyer
    const [plain, versioned] = [
      await app.call('GET', '/api/auth/user', { token }),
      await app.call('GET', '/api/v1/auth/user', { token }),
    ]
    expect([versioned.status, versioned.body]).toEqual([200, plain.body])
    const refused = await app.call('GET', '/api/v1/auth/user/')
    expect([refused.status, isDetails(refused), refused.body.code]).toEqual([401, true, 'unauthenticated'])
    const missing = await app.call('GET', '/api/v1/v1/auth/user', { token })
    expect([missing.status, isDetails(missing)]).toEqual([404, true])
  })

  it('no refusal can be had that is not had without it', async () => {
    const reply = await app.call('GET', '/api/v1/admin/overview', { token: buyer.token })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('the page of a code', () => {
  const codes = [
    ...Object.keys(REFUSAL_STATUS),
    'bad_request',
    'method_not_allowed',
    'internal',
    'unanswered',
  ]

  it.each(codes)('%s, in both languages', async (code) => {
    const path = `/problems/${code.replaceAll('_', '-')}`
    const pages = await Promise.all(
      [path, `/hi${path}`].map((url) => app.app.inject({ url, headers: { host: HOST } })),
    )
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [english = '', hindi = ''] = pages.map(({ body }) => body)
    expect(english).toContain('<html lang="en">')
    expect(english.match(/<p>[^<]{8,}<\/p>/g)).toHaveLength(3)
    expect(hindi.match(/<p>[^<]*[\u0900-\u097f][^<]*<\/p>/g)).toHaveLength(2)
  })

  it('is there for codes alone, and quotes nothing', async () => {
    for (const name of ['nothing', '__proto__', 'constructor', '%3Cscript%3E']) {
      const { statusCode, body } = await app.app.inject({
        url: `/problems/${name}`,
        headers: { host: HOST },
      })
      expect([name, statusCode]).toEqual([name, 404])
      expect(body).not.toContain('script')
    }
  })
})

describe('an answer that is given again', () => {
  it('says so, and the first one does not', async () => {
    const send = (amount: number) =>
      app.call('POST', '/api/links', {
        token: seller.token,
        body: { track: 'shopping', title: 'Lamp', amount },
        headers: { 'idempotency-key': 'lamp' },
      })
    const [first, again, other] = [await send(5), await send(5), await send(6)]
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  })
})
