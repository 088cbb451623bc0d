/** How far one caller reaches: figures of the process, addresses of deals, keys of others, open streams. */
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { MAX_STREAMS_A_USER, MAX_STREAMS_AN_ADDRESS, openLive } from '#server/http/live/live.ts'
import { quietLog } from '#server/log.ts'
import { claimKey } from '#server/repositories/idempotency.ts'
import { HOST, startApp, useApp } from '#test/support/app.ts'
import { offerShopping, PASSWORD, person } from '#test/support/people.ts'
import { openStream } from '#test/support/streams.ts'

const app = useApp()
const EMPTY_BODY: Record<string, object> = { POST: {} }

describe('the metrics', () => {
  const TOKEN = 'a-token-of-the-operator'
  const ask = async (over: Parameters<typeof startApp>[0], options: InjectOptions) => {
    const limited = await startApp(over)
    try {
      const headers = { host: HOST, ...options.headers }
      const reply = await limited.app.inject({ url: '/metrics', ...options, headers })
      return reply.statusCode
    } finally {
      await limited.stop()
    }
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const FAR = '203.0.113.7'
  it.each<[string, Parameters<typeof startApp>[0], InjectOptions, number]>([
    ['this machine', {}, {}, 200],
    ['this machine over IPv6', {}, { remoteAddress: '::1' }, 200],
    ['elsewhere', {}, { remoteAddress: FAR }, 404],
    ['a token of nobody', {}, { remoteAddress: FAR, headers: bearer('null') }, 404],
    ['the token', { metricsToken: TOKEN }, { remoteAddress: FAR, headers: bearer(TOKEN) }, 200],
    ['another token', { metricsToken: TOKEN }, { remoteAddress: FAR, headers: bearer(`${TOKEN}x`) }, 404],
    ['a proxy that is not named', {}, { headers: { 'x-forwarded-for': FAR } }, 404],
    [
      'a neighbour of the proxies that says it is this machine',
      { trustedProxies: [FAR] },
      { remoteAddress: FAR, headers: { 'x-forwarded-for': '127.0.0.1' } },
      404,
    ],
    ['a proxy', { trustedProxies: ['127.0.0.1'] }, { headers: { 'x-forwarded-for': FAR } }, 404],
  ])('for %s', async (_, over, options, status) => {
    expect(await ask(over, options)).toBe(status)
  })
})

it('who asks for deals that are not there is refused after a while, and reads their own as before', async () => {
  const limited = await startApp({ runInTransaction: app.db.runInTransaction, rateLimitFactor: 0.05 })
  try {
    const { payer, formPk } = await offerShopping(app)
    const ask = async (url: string) => (await limited.call('GET', url, { token: payer.token })).status
    const misses = [
      await ask('/api/deals/unknown'),
      await ask('/api/deals/unknown/messages'),
      await ask('/api/transactions/shopping?form_pk=unknown'),
      await ask('/api/deals/unknown'),
    ]
    expect(misses).toEqual([404, 404, 404, 429])
    expect(await ask(`/api/deals/${formPk}`)).toBe(200)
    expect(await ask('/api/auth/user')).toBe(200)
  } finally {
    await limited.stop()
  }
})

it('every call that names a deal counts a miss, and none tells more once they are used up', async () => {
  const limited = await startApp({ runInTransaction: app.db.runInTransaction, rateLimitFactor: 1 })
  try {
    const stranger = await person(app, 'Buyer')
    const { formPk } = await offerShopping(app)
    const { paths } = (await app.call('GET', '/api/openapi.json')).body
    const calls = Object.keys(paths)
      .filter((path) => path.startsWith('/api/deals/{form_pk}'))
      .flatMap((path) => Object.keys(paths[path]).map((method) => [method.toUpperCase(), path] as const))
    const missed: string[] = []
    for (const [method, path] of calls)
      for (const deal of ['unknown', formPk]) {
        const url = path.replace('{form_pk}', deal).replace('{id}', '1').replace('{action}', 'accept')
        const statusAfter = async (misses: number): Promise<number> => {
          await app.db.ownerPool.query('delete from rate_limit')
          await app.db.ownerPool.query(
            `insert into rate_limit (key, hits, ends_at) values ($1, $2, clock_timestamp() + interval '1 minute')`,
            [`misses user ${stranger.id}`, misses],
          )
          return (await limited.call(method, url, { token: stranger.token, body: EMPTY_BODY[method] })).status
        }
        const [first, second] = [await statusAfter(59), await statusAfter(60)]
        if (first === 404) missed.push(`${method} ${path}`)
        // what is refused before the deal is looked for says nothing of it
        expect([method, path, deal, second]).toEqual([method, path, deal, first === 404 ? 429 : first])
      }
    expect(new Set(missed).size).toBeGreaterThan(14)
    expect(missed.length, 'unknown and foreign deals alike').toBe(new Set(missed).size * 2)
  } finally {
    await limited.stop()
  }
})

it('one key at the same moment is two keys when two people use it', async () => {
  const [first, second] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
  await app.db.runInTransaction(async (tx) => {
    expect((await claimKey(tx, first.id, 'key')).isClaimed).toBe(true)
    await app.db.runInTransaction(async (other) => {
      expect((await claimKey(other, second.id, 'key')).isClaimed).toBe(true)
      expect((await claimKey(other, first.id, 'key')).isClaimed).toBe(false)
    })
  })
})

describe('open streams', () => {
  const subscriber = (userId: number, address: string) => ({
    userId,
    address,
    sessionHash: '',
    dealId: 'deal',
    onChange: () => {},
    end: () => {},
  })
  it('of an address leave room for others', () => {
    const live = openLive(() => async () => {}, quietLog)
    const open = (user: number, address: string) => live.subscribe(subscriber(user, address))
    for (let user = 0; user < MAX_STREAMS_AN_ADDRESS; user += 1) open(user, '203.0.113.7')
    expect(() => open(MAX_STREAMS_AN_ADDRESS, '203.0.113.7')).toThrow('rate_limited')
    for (let count = 0; count < MAX_STREAMS_A_USER; count += 1) open(1_000, '203.0.113.8')
    expect(() => open(1_000, '203.0.113.9')).toThrow('rate_limited')
  })
  it('of one IPv6 network are those of one address: it has more of them than anybody can count', () => {
    const live = openLive(() => async () => {}, quietLog)
    const open = (user: number, address: string) => live.subscribe(subscriber(user, address))
    for (let user = 0; user < MAX_STREAMS_AN_ADDRESS; user += 1)
      open(user, `2001:db8:1:2::${user.toString(16)}`)
    expect(() => open(MAX_STREAMS_AN_ADDRESS, '2001:db8:1:2:ffff::1')).toThrow('rate_limited')
    open(MAX_STREAMS_AN_ADDRESS, '2001:db8:1:3::1')
  })
  it('of a session end at its sign-out, and those of another session stay', async () => {
    const { payer, formPk } = await offerShopping(app)
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { phone_number: payer.phone, password: PASSWORD },
    })
    const second = { ...payer, token: body.token }
    const [ended, stays] = [await openStream(app, payer, formPk), await openStream(app, second, formPk)]
    expect([await ended.until('ready'), await stays.until('ready')]).not.toContain(null)
    expect((await app.call('POST', '/api/auth/logout', { token: payer.token })).status).toBe(204)
    // far below the heartbeat, at which it ended before
    expect(await ended.next()).toBeNull()
    await app.call('POST', `/api/deals/${formPk}/withdraw`, { token: second.token, body: {} })
    expect(await stays.next()).toMatchObject({ event: 'deal' })
    stays.close()
  }, 15_000)
})
