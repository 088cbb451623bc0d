/** The general limit of writes: by session and by user, beside those of single calls. */
import { describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp, useApp } from '#test/support/app.ts'
import { PASSWORD, person } from '#test/support/people.ts'

// a tenth of the usual: 12 writes a minute of a session, 24 of a user
const app = useApp({ rateLimitFactor: 0.1 }, 'test')

const write = (token: string) => app.call('DELETE', '/api/account/sessions/unknown', { token })
const statusesOn = async (on: Pick<typeof app, 'call'>, token: string, count: number): Promise<number[]> => {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1)
    statuses.push((await on.call('DELETE', '/api/account/sessions/unknown', { token })).status)
  return statuses
}
const statusesOf = (token: string, count: number) => statusesOn(app, token, count)

describe('writes', () => {
  it('of one session are 12, and the refusal says how long to wait', async () => {
    const { token } = await person(app, 'Buyer')
    expect(await statusesOf(token, 12)).toEqual(Array(12).fill(404))
    const { status, body, headers } = await write(token)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    const seconds = Number(headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(body.message).toContain(`${seconds} seconds`)
    expect((await app.call('GET', '/api/auth/user', { token })).status).toBe(200)
  })
  it('of one session do not use up those of another person', async () => {
    const [buyer, other] = [await person(app, 'Buyer'), await person(app, 'Client')]
    await statusesOf(buyer.token, 13)
    expect((await write(other.token)).status).toBe(404)
  })
  it('of one user are 24 over all sessions', async () => {
    const buyer = await person(app, 'Buyer')
    const tokens = [buyer.token]
    for (let i = 0; i < 2; i += 1)
      tokens.push(
        (
          await app.call('POST', '/api/auth/login', {
            body: { phone_number: buyer.phone, password: PASSWORD },
          })
        ).body.token,
      )
    const statuses: number[] = []
    for (const token of tokens) statuses.push(...(await statusesOf(token, 10)))
    expect(statuses).toEqual([...Array(24).fill(404), ...Array(6).fill(429)])
  })
  it('with a token of nobody are refused as such', async () => {
    expect(await statusesOf('x'.repeat(43), 14)).toEqual(Array(14).fill(401))
  })
})

const writeTo = async (on: Pick<typeof app, 'call'>, token: string, count: number) => {
  const calls = Array.from({ length: count }, () =>
    on.call('DELETE', '/api/account/sessions/unknown', { token }),
  )
  return (await Promise.all(calls)).map(({ status }) => status)
}
const numberOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length
const hitsOf = async (on: TestApp) =>
  (await on.db.ownerPool.query(`select hits from rate_limit where key like 'writes token %'`)).rows

describe('where the limit is the usual one, writes', () => {
  it('are counted by batches, and end exactly at the limit', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    try {
      const { token } = await person(usual, 'Buyer')
      await writeTo(usual, token, 1)
      expect(await hitsOf(usual)).toEqual([{ hits: 4 }])
      await writeTo(usual, token, 3)
      expect(await hitsOf(usual)).toEqual([{ hits: 4 }])
      await writeTo(usual, token, 1)
      expect(await hitsOf(usual)).toEqual([{ hits: 8 }])
      expect(await writeTo(usual, token, 110)).toEqual(Array(110).fill(404))
      // five more, however many at once
      const statuses = await writeTo(usual, token, 12)
      expect([numberOf(statuses, 404), numberOf(statuses, 429)]).toEqual([5, 7])
    } finally {
      await usual.stop()
    }
  })

  it('of a limit that is no whole number are those below it', async () => {
    const odd = await startApp({ rateLimitFactor: 0.33 })
    try {
      const { token } = await person(odd, 'Buyer')
      const statuses = await writeTo(odd, token, 42)
      expect([numberOf(statuses, 404), numberOf(statuses, 429)]).toEqual([39, 3])
    } finally {
      await odd.stop()
    }
  })

  it('leave what other processes have not counted yet', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    try {
      const { token, id } = await person(usual, 'Buyer')
      await usual.db.ownerPool.query(
        `insert into rate_limit (key, hits, ends_at)
         select 'writes token ' || encode(token_hash, 'hex'), 118, clock_timestamp() + interval '1 minute'
           from session where user_id = $1`,
        [id],
      )
      expect(await statusesOn(usual, token, 4)).toEqual([404, 404, 429, 429])
    } finally {
      await usual.stop()
    }
  })

  it('of a batch are lost with its minute', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    const now = performance.now.bind(performance)
    try {
      const { token } = await person(usual, 'Buyer')
      await writeTo(usual, token, 1)
      await usual.db.ownerPool.query(
        `update rate_limit set hits = 77, ends_at = ends_at - interval '1 minute' where key like 'writes %'`,
      )
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
      await writeTo(usual, token, 1)
      expect(await hitsOf(usual)).toEqual([{ hits: 4 }])
    } finally {
      vi.restoreAllMocks()
      await usual.stop()
    }
  })
})
