/** The general limit of reads: by session and by user, told to the database in batches. */
import { describe, expect, it } from 'vitest'
import { startApp, useApp } from '#test/support/app.ts'
import { type Person, person } from '#test/support/people.ts'

// a tenth of the usual: 60 reads a minute of a session, 120 of a user, told to the database by twos
const app = useApp({ rateLimitFactor: 0.1 }, 'test')

const read = (token: string, on: Pick<typeof app, 'call'> = app) =>
  on.call('GET', '/api/auth/user', { token })
async function statusesOf(token: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push((await read(token)).status)
  return statuses
}

/** As if other processes had told so many reads of this minute: of the session, or of all sessions of the user. */
const countedElsewhere = ({ id }: Person, kind: 'token' | 'user', hits: number) =>
  app.db.ownerPool.query(
    `insert into rate_limit (key, hits, ends_at)
     select 'reads ' || $2 || ' ' || case $2 when 'token' then encode(token_hash, 'hex') else user_id::text end, $3,
            clock_timestamp() + interval '1 minute' from session where user_id = $1`,
    [id, kind, hits],
  )

describe('reads', () => {
  it.each([
    ['token', 58],
    ['user', 118],
  ] as const)('of one %s end at its limit, and the refusal says how long to wait', async (kind, hits) => {
    const buyer = await person(app, 'Buyer')
    await countedElsewhere(buyer, kind, hits)
    expect(await statusesOf(buyer.token, 2)).toEqual([200, 200])
    for (let again = 0; again < 2; again += 1) {
      const { status, body, headers } = await read(buyer.token)
      expect([status, body.code]).toEqual([429, 'rate_limited'])
      const seconds = Number(headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(body.message).toContain(`${seconds} second`)
    }
    const other = await person(app, 'Client')
    expect(await statusesOf(other.token, 3)).toEqual([200, 200, 200])
    expect((await app.call('POST', '/api/auth/logout', { token: buyer.token })).status).toBe(204)
  })

  it('with a token of nobody are refused as such', async () => {
    expect(await statusesOf('x'.repeat(43), 70)).toEqual(Array(70).fill(401))
  })

  it('leave streams out', async () => {
    const buyer = await person(app, 'Buyer')
    await countedElsewhere(buyer, 'token', 60)
    for (let i = 0; i < 4; i += 1) await app.call('GET', '/api/deals/none/stream', { token: buyer.token })
    expect(await statusesOf(buyer.token, 2)).toEqual([200, 429])
  })

  it('are told to the database in batches where the limit is the usual one', async () => {
    const usual = await startApp({ rateLimitFactor: 1 })
    try {
      const { token } = await person(usual, 'Buyer')
      const hits = async () =>
        (await usual.db.ownerPool.query(`select hits from rate_limit where key like 'reads token %'`)).rows
      for (let i = 0; i < 19; i += 1) await read(token, usual)
      expect(await hits()).toEqual([])
      await read(token, usual)
      expect(await hits()).toEqual([{ hits: 20 }])
    } finally {
      await usual.stop()
    }
  })
})
