/** The general limit of writes: by session and by user, beside those of single calls. */
import { describe, expect, it } from 'vitest'
import { startApp, useApp } from '#test/support/app.ts'
import { PASSWORD, person } from '#test/support/people.ts'

// a tenth of the usual: 12 writes a minute of a session, 24 of a user
const app = useApp({ rateLimitFactor: 0.1 }, 'test')

const write = (token: string) => app.call('DELETE', '/api/account/sessions/unknown', { token })
const statusesOf = async (token: string, count: number): Promise<number[]> => {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push((await write(token)).status)
  return statuses
}

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

  it('are told to the database in batches where the limit is the usual one, and end exactly there in one process', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    try {
      const { token } = await person(usual, 'Buyer')
      const writeOnce = async () =>
        (await usual.call('DELETE', '/api/account/sessions/unknown', { token })).status
      const hits = async () =>
        (await usual.db.ownerPool.query(`select hits from rate_limit where key like 'writes token %'`)).rows
      for (let i = 0; i < 3; i += 1) await writeOnce()
      expect(await hits()).toEqual([])
      await writeOnce()
      expect(await hits()).toEqual([{ hits: 4 }])
      const statuses: number[] = []
      for (let i = 4; i < 122; i += 1) statuses.push(await writeOnce())
      expect(statuses).toEqual([...Array(116).fill(404), 429, 429])
    } finally {
      await usual.stop()
    }
  })

  it('that other processes have told end a session after less than a batch here', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    try {
      const { token, id } = await person(usual, 'Buyer')
      await usual.db.ownerPool.query(
        `insert into rate_limit (key, hits, ends_at)
         select 'writes token ' || encode(token_hash, 'hex'), 118, clock_timestamp() + interval '1 minute'
           from session where user_id = $1`,
        [id],
      )
      const statuses: number[] = []
      for (let i = 0; i < 5; i += 1)
        statuses.push((await usual.call('DELETE', '/api/account/sessions/unknown', { token })).status)
      expect(statuses).toEqual([404, 404, 404, 429, 429])
    } finally {
      await usual.stop()
    }
  })
})
