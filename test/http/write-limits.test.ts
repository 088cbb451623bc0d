/** The general limit of writes: by session and by user, beside those of single calls. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
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
})
