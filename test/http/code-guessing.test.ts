/**
 * Guessing the code of a number. Two accounts that name it guess for two days, as fast as the limits let them, with the
 * clock moved by what each refusal says; how long a million guesses take is computed from that.
 */
import { expect, it } from 'vitest'
import { type Person, person } from '#test/support/people.ts'
import { ask, confirm, FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender], { rateLimitFactor: 1 })

const DAY_SECONDS = 24 * 3600
const wrong = (code: string): string => (code === '123456' ? '654321' : '123456')

/** As if so many seconds had gone by. */
async function wait(seconds: number): Promise<void> {
  const span = `${seconds} seconds`
  await app.db.ownerPool.query(
    `update verification set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval`,
    [span],
  )
  await app.db.ownerPool.query(`update rate_limit set ends_at = ends_at - $1::interval`, [span])
}

/** Asks for a code and guesses until it is dead. Answers 0, or the seconds until another can be asked for. */
async function guess(who: Person): Promise<number> {
  const { status, headers } = await ask(app, who)
  if (status === 429) return Number(headers['retry-after'])
  expect(status).toBe(202)
  const no = wrong(sender.codeTo(who.phone))
  for (let n = 0; n < 6; n += 1) expect((await confirm(app, who, no)).status).toBe(400)
  return 0
}

it('gets 50 guesses a day for a number, whoever asks: of a million, 20,000 days', async () => {
  const phone = '9876512345'
  const accounts = [
    await person(app, 'Buyer', { phone_number: phone }),
    await person(app, 'Client', { phone_number: phone }),
  ]
  let seconds = 0
  while (seconds < 2 * DAY_SECONDS) {
    const waits: number[] = []
    for (const who of accounts) waits.push(await guess(who))
    // what a minute allows is never the reason: half a minute goes by each time
    const pause = Math.max(30, Math.min(...waits))
    await wait(pause)
    seconds += pause
  }
  const { rows } = await app.db.ownerPool.query(
    `select sum(checks)::int as guesses, max((
       select sum(next.checks) from verification next
        where next.created_at >= v.created_at and next.created_at < v.created_at + interval '24 hours'))::int as of_a_day
       from verification v`,
  )
  const [{ guesses, of_a_day }] = rows
  // they were not held up by anything else
  expect(guesses).toBeGreaterThan(90)
  expect(of_a_day).toBe(50)
  expect(1_000_000 / of_a_day).toBe(20_000)
})
