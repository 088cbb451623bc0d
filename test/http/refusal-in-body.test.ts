/** What the pages' own reads ask for, so that a browser writes no error for what a page has words for; nobody else is answered so. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/support/app.ts'
import { offerShopping, type Person, person, teammate } from '#test/support/people.ts'

const prefer = { prefer: 'refusal=body' }
const lines: string[] = []
let app: TestApp
let formPk = ''
let stranger: Person
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  app = await startApp({ log, logAccess: true })
  formPk = (await offerShopping(app)).formPk
  stranger = await person(app, 'Buyer')
})
afterAll(() => app.stop())

const plainAndPreferred = async (address: string, options: { token?: string } = {}) => {
  const plain = await app.call('GET', address, options)
  const preferred = await app.call('GET', address, { ...options, headers: prefer })
  const { request_id: _, ...words } = plain.body
  return { plain, preferred, words }
}

describe('a refusal in the body', () => {
  it.each([
    ['a deal of others', () => `/api/deals/${formPk}/`, 404],
    ['an offer of others', () => `/api/transactions/shopping/?form_pk=${formPk}`, 404],
    ['an offer that does not exist', () => '/api/transactions/shopping/?form_pk=none', 404],
    ['what the team alone may read', () => '/api/admin/home/', 403],
  ])('%s is refused in the words of its status', async (_, address, status) => {
    const { plain, preferred, words } = await plainAndPreferred(address(), { token: stranger.token })
    expect(plain.status).toBe(status)
    expect(plain.headers['preference-applied']).toBeUndefined()
    expect(preferred.status).toBe(200)
    expect(preferred.headers['preference-applied']).toBe('refusal=body')
    expect(preferred.headers['cache-control']).toBe(plain.headers['cache-control'])
    expect(preferred.body).toMatchObject({ ...words, status })
  })

  it('a session that has ended is one too', async () => {
    const { plain, preferred } = await plainAndPreferred('/api/auth/user/', { token: 'ended' })
    expect([plain.status, preferred.status, preferred.body.status]).toEqual([401, 200, 401])
  })

  it('a read whose secret is in its body is one too', async () => {
    const read = (headers = {}) =>
      app.call('POST', '/api/complaint-link', { body: { token: 'x'.repeat(43) }, headers })
    const [plain, preferred] = [await read(), await read(prefer)]
    expect([plain.status, preferred.status, preferred.body.status]).toEqual([410, 200, 410])
    const path = '/api/complaint-link/complain'
    const body = {
      token: 'x'.repeat(43),
      reason: 'not_received',
      statement: 'Nothing',
      wanted: 'full_refund',
    }
    expect((await app.call('POST', path, { body, headers: prefer })).status).toBe(410)
  })

  it('a write has its own status, whatever it prefers', async () => {
    const body = { phone_number: stranger.phone, password: 'Wrong@2026' }
    const signIn = await app.call('POST', '/api/auth/login/', { body, headers: prefer })
    expect(signIn.status).toBe(401)
    const path = `/api/deals/${formPk}/withdraw/`
    const act = await app.call('POST', path, { token: stranger.token, body: {}, headers: prefer })
    expect(act.status).toBe(404)
  })

  it('an answer that is none has no mark', async () => {
    const { token } = await teammate(app, 'Admin')
    const answer = await app.call('GET', `/api/deals/${formPk}/`, { token, headers: prefer })
    expect([answer.status, answer.headers['preference-applied']]).toEqual([200, undefined])
  })

  it('stays a mistake of the request where it is one', async () => {
    const answer = await app.call('GET', '/api/deals/?page=0', { token: stranger.token, headers: prefer })
    expect(answer.status).toBe(400)
  })

  it('is logged and counted as what it is', async () => {
    lines.length = 0
    await app.call('GET', `/api/deals/${formPk}/`, { token: stranger.token, headers: prefer })
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([{ route: '/api/deals/:form_pk', status: 404 }])
    const figures = String((await app.call('GET', '/metrics')).body)
    expect(figures).toMatch(
      /amanat_http_request_seconds_count\{[^}]*route="\/api\/deals\/:form_pk",status="404"/,
    )
  })
})
