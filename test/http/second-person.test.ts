/** What one person of the team cannot do alone: let a large payout go, or say what became of one that nobody knows. */
import { beforeEach, describe, expect, it } from 'vitest'
import { arrives, dueOf } from '#test/support/money.ts'
import {
  loseTarget,
  offerAgain,
  payoutOf,
  release,
  setTarget,
  UPI,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { accept, look, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { addressOf, NO_ANSWER, RecordingRail, refusedOut } from '#test/support/rails.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const rail = new RecordingRail()
const app = useVerifyingApp([sender], { payoutRails: [rail] })
beforeEach(() => {
  rail.orders.length = 0
  rail.result = undefined
})

const admin = () => teammate(app, 'Admin')
const call = (path: string, who: Person, body?: object) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, ...(body ? { body } : {}) })
const letGo = async (id: string, who: Person) => {
  const { status, body } = await call(`payouts/${id}/release-hold`, who)
  return [status, body.status]
}
const listed = async (id: string, who: Person) => {
  const { body } = await app.call('GET', '/api/admin/payouts?page_size=100', { token: who.token })
  return body.find((row: { id: string }) => row.id === id)
}
const keysOf = (id: string) => rail.orders.map(({ key }) => key).filter((key) => key.startsWith(id))

const owed = async (amount: number): Promise<{ pair: Pair; id: string }> => {
  const pair = await verifiedPair(app, sender, { amount })
  await release(app, pair)
  const { id } = await payoutOf(app, pair)
  return { pair, id }
}

describe('a payout of Rs 50,000 or more', () => {
  it('goes once two Admins have let it go, and one of them twice is one', async () => {
    const { pair, id } = await owed(60_000)
    expect((await payoutOf(app, pair)).held_because).toEqual(['velocity', 'four_eyes'])
    expect((await look(app, pair.payee, pair.formPk)).payouts[0]?.held_because).toEqual(['team_check'])
    const [first, second] = [await admin(), await admin()]
    expect(await letGo(id, first)).toEqual([200, 'held'])
    expect((await payoutOf(app, pair)).held_because).toEqual(['four_eyes'])
    expect(await letGo(id, first)).toEqual([403, undefined])
    expect(await listed(id, first)).toMatchObject({ approvals: 1, may_release: false })
    expect(await listed(id, second)).toMatchObject({ approvals: 1, may_release: true })
    await app.advance('P4D')
    await app.runJobs()
    expect(keysOf(id)).toEqual([])
    expect(await letGo(id, await teammate(app, 'Mediator'))).toEqual([403, undefined])
    expect(await letGo(id, second)).toEqual([200, 'queued'])
    await app.runJobs()
    expect(keysOf(id)).toEqual([id])
    expect(await app.verify()).toEqual([])
  })

  it('counts what is paid out, to the paisa', async () => {
    const just = await owed(52_632)
    const below = await owed(52_631)
    const amounts = await Promise.all(
      [just, below].map(async ({ pair }) => (await payoutOf(app, pair)).amount_paise),
    )
    expect(amounts.map(Number)).toEqual([50_000_40, 49_999_45])
    expect((await payoutOf(app, just.pair)).held_because).toContain('four_eyes')
    expect((await payoutOf(app, below.pair)).held_because).not.toContain('four_eyes')
  })

  it('of three Admins at the same moment each counts once', async () => {
    const { pair, id } = await owed(70_000)
    const three = [await admin(), await admin(), await admin()]
    const results = await Promise.all(three.map((who) => letGo(id, who)))
    expect(results.map(([status]) => status).sort()).toEqual([200, 200, 409])
    expect((await payoutOf(app, pair)).status).toBe('queued')
    const { rows } = await app.db.ownerPool.query(
      'select count(distinct approved_by)::int as n from payout_approval where payout_id = $1',
      [id],
    )
    expect(rows[0].n).toBe(2)
  })

  it('wants two others when it goes elsewhere than was approved', async () => {
    const { pair, id } = await owed(60_000)
    const [first, second] = [await admin(), await admin()]
    expect(await letGo(id, first)).toEqual([200, 'held'])
    await loseTarget(app, pair.payee)
    await setTarget(app, pair.payee, { ...upiOf(pair), upi_id: `new${pair.payee.phone}@bank` })
    await app.advance('P4D')
    await app.runJobs()
    expect((await payoutOf(app, pair)).held_because).toEqual(['velocity', 'four_eyes'])
    expect(await letGo(id, second)).toEqual([200, 'held'])
    expect((await payoutOf(app, pair)).held_because).toEqual(['four_eyes'])
    expect(await letGo(id, first)).toEqual([200, 'queued'])
  })
})

describe('a target whose name the bank did not tell', () => {
  it('is paid once two Admins have let money go to it, and from then on without them', async () => {
    const pair = await verifiedPair(app, sender)
    await app.db.ownerPool.query('alter table payout_target disable trigger user')
    await app.db.ownerPool.query(
      'update payout_target set bank_name = null, name_matches = false where user_id = $1',
      [pair.payee.id],
    )
    await app.db.ownerPool.query('alter table payout_target enable trigger user')
    await release(app, pair)
    const { id, held_because } = await payoutOf(app, pair)
    expect(held_because).toEqual(['target_unverified', 'four_eyes'])
    const [first, second] = [await admin(), await admin()]
    expect(await letGo(id, first)).toEqual([200, 'held'])
    expect(await letGo(id, first)).toEqual([403, undefined])
    await app.runJobs()
    expect(keysOf(id)).toEqual([])
    expect(await letGo(id, second)).toEqual([200, 'queued'])
    await app.runJobs()
    const again = await offerAgain(app, pair)
    await release(app, again)
    expect((await payoutOf(app, again)).held_because).toEqual([])
    await app.runJobs()
    expect((await payoutOf(app, again)).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })
})

/** Of a payment whose source nobody knows. */
const refunded = async () => {
  const pair = await verifiedPair(app, sender)
  await accept(app, pair)
  await arrives(app, { reference: (await dueOf(app, pair)).reference, rupees: 20_000, source: null })
  await take(app, pair.payee, pair.formPk, 'cancel')
  const { id } = await payoutOf(app, pair, 'refund')
  return { pair, id }
}

describe('a refund whose source nobody knows', () => {
  const reasonsOf = async (pair: Pair) => (await payoutOf(app, pair, 'refund')).held_because

  it('waits for a target in the payer’s own name, and goes there once two Admins agree', async () => {
    const { pair, id } = await refunded()
    const [first, second] = [await admin(), await admin()]
    expect(await reasonsOf(pair)).toEqual(['no_target'])
    expect(await letGo(id, first)).toEqual([409, undefined])
    await setTarget(app, pair.payer, { ...UPI, upi_id: 'other@bank', name_confirmed: true })
    expect(await reasonsOf(pair)).toEqual(['no_target'])
    const own = `payer${pair.payer.phone}@bank`
    await setTarget(app, pair.payer, { ...UPI, upi_id: own })
    expect(await reasonsOf(pair)).toEqual(['cooling', 'four_eyes'])
    await app.advance('P4D')
    await app.runJobs()
    expect(await reasonsOf(pair)).toEqual(['four_eyes'])
    expect(await letGo(id, first)).toEqual([200, 'held'])
    expect(await letGo(id, first)).toEqual([403, undefined])
    expect(await letGo(id, second)).toEqual([200, 'queued'])
    await app.runJobs()
    expect(rail.orders.filter(({ key }) => key === id).map(addressOf)).toEqual([own])
    expect((await payoutOf(app, pair, 'refund')).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })
})

describe('a payout whose outcome nobody knows', () => {
  const EVIDENCE = 'Ticket 4711 of 3 March: the bank has looked into it'
  const unknown = async () => {
    const { pair, id } = await owed(20_000)
    rail.result = NO_ANSWER
    await app.runJobs()
    await app.db.ownerPool.query(
      `update payout_attempt set at = at - interval '15 days' where payout_id = $1`,
      [id],
    )
    await app.db.ownerPool.query(`update payout set next_try_at = clock_timestamp() where id = $1`, [id])
    await app.runJobs()
    expect((await payoutOf(app, pair)).status).toBe('review')
    rail.result = undefined
    return { pair, id }
  }
  const state = (id: string, who: Person, outcome: 'paid' | 'failed', more = {}) =>
    call(`payouts/${id}/outcome`, who, { outcome, evidence: EVIDENCE, ...more })

  it('is sent again only when a second Admin confirms that it was not paid', async () => {
    const { pair, id } = await unknown()
    const [first, second] = [await admin(), await admin()]
    expect((await call(`payouts/${id}/resend`, first)).status).toBe(409)
    const stated = await state(id, first, 'failed')
    expect([stated.status, stated.body.state]).toEqual([201, 'stated'])
    expect((await call(`payouts/${id}/resend`, first)).status).toBe(409)
    expect((await state(id, second, 'paid', { reference: 'UTR1' })).status).toBe(409)
    const outcome = stated.body.id
    expect((await call(`payout-outcomes/${outcome}/confirm`, first)).status).toBe(403)
    expect(await listed(id, first)).toMatchObject({
      may_resend: false,
      stated_outcome: { own: true, outcome: 'failed' },
    })
    expect(await listed(id, second)).toMatchObject({ stated_outcome: { own: false, evidence: EVIDENCE } })
    expect((await call(`payout-outcomes/${outcome}/confirm`, second)).body).toEqual({ id, status: 'review' })
    expect((await call(`payout-outcomes/${outcome}/confirm`, second)).status).toBe(409)
    expect((await call(`payouts/${id}/resend`, second)).body.status).toBe('queued')
    await app.runJobs()
    expect(keysOf(id)).toEqual([id, `${id}-2`])
    expect((await payoutOf(app, pair)).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })

  it('is booked as paid once when two confirm at the same moment', async () => {
    const { pair, id } = await unknown()
    const author = await admin()
    expect(Object.keys((await state(id, author, 'paid')).body)).toEqual(['reference'])
    const { body } = await state(id, author, 'paid', { reference: 'HDFC0000123' })
    const others = [await admin(), await admin(), await admin()]
    const results = await Promise.all(others.map((who) => call(`payout-outcomes/${body.id}/confirm`, who)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'paid', provider_ref: 'HDFC0000123' })
    expect(await app.verify()).toEqual([])
  })

  it('can be stated anew after the first word was taken back, and nothing moved by it', async () => {
    const { pair, id } = await unknown()
    const [first, second] = [await admin(), await admin()]
    const { body } = await state(id, first, 'paid', { reference: 'X1' })
    expect((await call(`payout-outcomes/${body.id}/reject`, first)).status).toBe(200)
    expect((await call(`payout-outcomes/${body.id}/confirm`, second)).status).toBe(409)
    expect((await payoutOf(app, pair)).status).toBe('review')
    expect((await state(id, second, 'failed')).status).toBe(201)
    expect(await app.verify()).toEqual([])
  })

  it('is not stated of one that waits, was refused for certain or does not exist, nor by a Mediator', async () => {
    const { id } = await owed(10_000)
    const who = await admin()
    expect((await state(id, who, 'failed')).status).toBe(409)
    rail.result = refusedOut('no such account', 'new_key')
    await app.runJobs()
    expect((await state(id, who, 'failed')).status).toBe(409)
    expect((await state('nothing', who, 'failed')).status).toBe(404)
    expect((await state(id, await teammate(app, 'Mediator'), 'failed')).status).toBe(403)
    const short = await call(`payouts/${id}/outcome`, who, { outcome: 'failed', evidence: 'short' })
    expect([short.status, Object.keys(short.body)]).toEqual([400, ['evidence']])
  })
})

describe('a refund that goes to a target', () => {
  it('that its target refuses goes on to the next one that the payer sets, when two Admins agree again', async () => {
    const { pair, id } = await refunded()
    const [first, second] = [await admin(), await admin()]
    const goTo = async (upi_id: string) => {
      await setTarget(app, pair.payer, { ...UPI, upi_id })
      await app.advance('P4D')
      await app.runJobs()
      expect([await letGo(id, first), await letGo(id, second)]).toEqual([
        [200, 'held'],
        [200, 'queued'],
      ])
      await app.runJobs()
    }
    rail.result = refusedOut('the account is closed', 'new_key')
    await goTo(`payer${pair.payer.phone}@bank`)
    expect((await payoutOf(app, pair, 'refund')).status).toBe('review')
    rail.result = undefined
    await goTo(`payer${pair.payer.phone}@okbank`)
    expect(rail.orders.map(addressOf).at(-1)).toBe(`payer${pair.payer.phone}@okbank`)
    expect(keysOf(id)).toHaveLength(2)
    expect((await payoutOf(app, pair, 'refund')).status).toBe('paid')
    expect(await app.verify()).toEqual([])
  })
})
