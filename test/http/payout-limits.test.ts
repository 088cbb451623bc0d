/** The figures that hold a payout for the team, each played up to it and past it; and what looks like one person twice. */
import { afterEach, describe, expect, it } from 'vitest'
import { readPolicy } from '#core/policy.ts'
import { checkHourLimits } from '#server/jobs/hour-limits.ts'
import { quietLog } from '#server/log.ts'
import { alarms, clearAlarm } from '#server/services/circuit-breaker.ts'
import {
  offerAgain,
  payoutOf,
  release,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { PASSWORD, type Pair, type Person } from '#test/support/people.ts'
import { RecordingRail } from '#test/support/rails.ts'
import { FakeSender, useVerifyingApp, verifyingSettings } from '#test/support/verification.ts'

const sender = new FakeSender()
/** What is agreed is what is paid out. */
const settingsWith = (limits: object) => ({
  ...verifyingSettings,
  policy: readPolicy({ commissionBasisPoints: { services: 0 }, payoutLimits: limits }),
})

describe('a payee', () => {
  const app = useVerifyingApp([sender], { settings: settingsWith({}), payoutRails: [new RecordingRail()] })
  const outcomeOf = async (pair: Pair) => {
    await release(app, pair)
    await app.runJobs()
    const { status, held_because } = await payoutOf(app, pair)
    return status === 'held' ? held_because.join() : status
  }
  const next = async (pair: Pair, amount: number) => outcomeOf(await offerAgain(app, pair, amount))

  it('gets Rs 25,000 at a time for three payouts, then more, and one lakh within a day', async () => {
    const pair = await verifiedPair(app, sender, { amount: 25_000 })
    expect(await outcomeOf(pair)).toBe('paid')
    expect(await next(pair, 10_000)).toBe('paid')
    expect(await next(pair, 25_001), 'the third, a rupee above').toBe('velocity')
    expect(await next(pair, 10_000)).toBe('paid')
    expect(await next(pair, 45_000), 'the fourth that is paid').toBe('paid')
    expect(await next(pair, 10_000), 'one lakh to the rupee').toBe('paid')
    expect(await next(pair, 100), 'beyond it').toBe('velocity')
    await app.advance('PT25H')
    expect(await next(pair, 45_000), 'the next day').toBe('paid')
    expect(await app.verify()).toEqual([])
  }, 60_000)

  it('gets ten payouts within a day', async () => {
    const pair = await verifiedPair(app, sender, { amount: 100 })
    const outcomes = [await outcomeOf(pair)]
    while (outcomes.length < 11) outcomes.push(await next(pair, 100))
    expect(outcomes).toEqual([...Array<string>(10).fill('paid'), 'velocity'])
  }, 60_000)

  it('may share a target with one other person; the third waits for the team, and not who had it before', async () => {
    const pairs = [
      await verifiedPair(app, sender),
      await verifiedPair(app, sender),
      await verifiedPair(app, sender),
    ]
    const [first, second, third] = pairs as [Pair, Pair, Pair]
    const share = async ({ payee }: Pair) => {
      expect((await setTarget(app, payee, { ...upiOf(first), password: PASSWORD })).status).toBe(200)
      await app.advance('P4D')
    }
    await share(second)
    expect([await next(first, 100), await next(second, 100)]).toEqual(['paid', 'paid'])
    await share(third)
    expect(await next(third, 100)).toBe('target_unverified')
    expect([await next(first, 100), await next(second, 100)]).toEqual(['paid', 'paid'])
  }, 60_000)

  it('who uses the payer’s device waits for the team', async () => {
    const signIn = (who: Person, device: string) =>
      app.call('POST', '/api/auth/login', {
        body: { phone_number: who.phone, password: PASSWORD },
        headers: { 'x-device-id': device.repeat(30) },
      })
    const pair = await verifiedPair(app, sender)
    for (const who of [pair.payer, pair.payee]) expect((await signIn(who, 'a')).status).toBe(200)
    expect(await outcomeOf(pair)).toBe('self_deal')
    const apart = await verifiedPair(app, sender)
    await signIn(apart.payer, 'b')
    await signIn(apart.payee, 'c')
    expect(await outcomeOf(apart)).toBe('paid')
  })
})

describe('everybody together', () => {
  const settings = settingsWith({ hourPaise: 60_000_00 })
  const app = useVerifyingApp([sender], { settings, payoutRails: [new RecordingRail()] })
  const check = (rateLimitFactor = 1) =>
    checkHourLimits({ runInTransaction: app.db.runInTransaction, settings, log: quietLog, rateLimitFactor })
  const outcomeOf = async (amount: number) => {
    const pair = await verifiedPair(app, sender, { amount })
    await release(app, pair)
    const { status, held_because } = await payoutOf(app, pair)
    return status === 'held' ? held_because.join() : status
  }
  afterEach(() => {
    for (const { cause } of alarms()) clearAlarm(cause)
  })

  it('gets so much within an hour; what is more waits, rings, and is told to the team', async () => {
    expect([await outcomeOf(25_000), await outcomeOf(25_001), await outcomeOf(25_000)]).toEqual([
      ...['queued', 'velocity', 'queued'],
    ])
    await check()
    expect(alarms(), 'held for a limit of its payee').toEqual([])
    expect(await outcomeOf(10_001)).toBe('velocity')
    await check()
    expect(alarms().map(({ cause }) => cause)).toEqual(['velocity'])
    expect((await app.call('GET', '/metrics')).body).toContain('amanat_alarm{cause="velocity"} 1')
    expect((await app.call('GET', '/readyz')).status).toBe(200)
    await app.advance('PT61M')
    expect(await outcomeOf(100)).toBe('queued')
    await check()
    expect(alarms()).toEqual([])
    expect((await app.call('GET', '/metrics')).body).toContain('amanat_alarm{cause="velocity"} 0')
  }, 60_000)

  it('gets 300 codes within an hour, and the last of them rings', async () => {
    const fill = (count: number) =>
      app.db.ownerPool.query(
        `insert into verification (id, user_id, kind, value, purpose, address, expires_at, replaced_at)
         select gen_random_uuid()::text, (select min(id) from app_user), 'phone', '98124' || lpad(n::text, 5, '0'), 'prove',
                '203.0.113.9', now(), now() from generate_series(1, $1) n`,
        [count],
      )
    await app.db.ownerPool.query('delete from verification')
    await fill(299)
    await check()
    expect(alarms()).toEqual([])
    await fill(1)
    await check()
    expect(alarms().map(({ words }) => words)).toEqual([expect.stringMatching(/^300 codes went to phones/)])
    expect((await app.call('GET', '/metrics')).body).toContain('amanat_alarm{cause="many_codes"} 1')
    await check(2)
    expect(alarms(), 'where twice as many are allowed').toEqual([])
    await check()
    await app.db.ownerPool.query(`update verification set created_at = now() - interval '61 minutes'`)
    await check()
    expect(alarms()).toEqual([])
  })
})
