/** What each action writes beside the move itself: terms, parcel, dispute, history, messages; and what it refuses. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { Refusal } from '#core/errors.ts'
import { clearAlarm, raiseAlarm } from '#server/services/circuit-breaker.ts'
import { act } from '#server/services/deals/act.ts'
import { applyDueLapses, LapseError } from '#server/services/deals/lapse.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { takeBack } from '#test/support/chargebacks.ts'
import { addFile } from '#test/support/files.ts'
import {
  accept,
  bringTo,
  inDays,
  look,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Mediator')
})
const { query } = app
const rowOf = async ({ formPk }: Pair) => (await query('select * from deal where id = $1', [formPk]))[0]
const disputeOf = async ({ formPk }: Pair) =>
  (await query('select * from dispute where deal_id = $1', [formPk]))[0]
const goods = async (state?: Parameters<typeof bringTo>[2]) => {
  const pair = await offerShopping(app)
  if (state) await bringTo(app, pair, state)
  return pair
}
const work = async (state?: Parameters<typeof bringTo>[2], over = {}) => {
  const pair = await offerServices(app, over)
  if (state) await bringTo(app, pair, state)
  return pair
}
const lastEvent = async (pair: Pair): Promise<Deal['events'][number] | undefined> =>
  (await look(app, pair.payer, pair.formPk)).events.at(-1)
const call = (who: Person, { formPk }: Pair, action: string, body: object = {}) =>
  app.call('POST', `/api/deals/${formPk}/${action}`, { token: who.token, body })
const complaint = { reason: 'late', statement: 'It is late', wanted: 'full_refund' }

describe('an edit', () => {
  it('of goods keeps what is not sent, and is another version', async () => {
    const pair = await goods()
    await take(app, pair.payer, pair.formPk, 'edit', { amount: 1_600 })
    const row = await rowOf(pair)
    expect(row).toMatchObject({
      amount_paise: 160_000,
      terms_version: 2,
      counterparty_id: pair.payee.id,
      status: 'proposed',
    })
    expect(row.terms).toMatchObject({
      service_details: 'Phone',
      amount: 1_600,
      main_user_fname: 'Asha',
      user_type: ['Buyer'],
    })
    expect(await lastEvent(pair)).toMatchObject({
      name: 'edit',
      by: 'payer',
      terms_version: 2,
      data: { amount: 1_600 },
    })
  })
  it('that is wrong is refused by the form’s rules, in either track', async () => {
    expect(await call((await goods()).payer, await goods(), 'edit', { amount: -1 })).toMatchObject({
      status: 404,
    })
    const [shop, client] = [await goods(), await work()]
    expect(await call(shop.payer, shop, 'edit', { amount: -1 })).toMatchObject({
      status: 400,
      body: { amount: expect.any(Array) },
    })
    expect(await call(client.payee, client, 'edit', { cancellation_fee: 101 })).toMatchObject({
      status: 400,
      body: { cancellation_fee: expect.any(Array) },
    })
    expect((await rowOf(shop)).terms_version).toBe(1)
  })
  it('to the same number stays with its account, whoever has that by now', async () => {
    const pair = await work()
    await query(`update app_user set phone_number = '9888800000' where id = $1`, [pair.payer.id])
    const later = await person(app, 'Client', { phone_number: pair.payer.phone })
    await take(app, pair.payee, pair.formPk, 'edit', { amount: 21_000 })
    expect((await rowOf(pair)).counterparty_id).toBe(pair.payer.id)
    await take(app, pair.payee, pair.formPk, 'edit', { cpty_phone: later.phone, amount: 22_000 })
    expect((await rowOf(pair)).counterparty_id).toBe(pair.payer.id)
    const another = await person(app, 'Client')
    await take(app, pair.payee, pair.formPk, 'edit', { cpty_phone: another.phone })
    expect((await rowOf(pair)).counterparty_id).toBe(another.id)
  })
  it('of goods is refused once the seller’s number is another’s', async () => {
    const pair = await goods()
    await query(`update app_user set phone_number = '9888800001', business_name = 'Gone' where id = $1`, [
      pair.payee.id,
    ])
    const later = await person(app, 'Seller', { phone_number: pair.payee.phone })
    await query('update app_user set business_name = $2 where id = $1', [later.id, pair.payee.business])
    expect(await call(pair.payer, pair, 'edit', { amount: 1_600 })).toMatchObject({
      status: 400,
      body: { cpty_company: expect.any(Array) },
    })
  })
})

describe('an acceptance', () => {
  it.each([
    ['goods', goods, 'payee_id'],
    ['work', work, 'payer_id'],
  ] as const)('of %s makes its reader a side of it, at this moment', async (_name, offer, column) => {
    const pair = await offer()
    await accept(app, pair)
    const row = await rowOf(pair)
    expect([row[column], row.status, row.agreed_at]).toEqual([
      pair.counterparty.id,
      'agreed',
      expect.any(Date),
    ])
  })
  it('of goods by a shop of another name is not found', async () => {
    const pair = await goods()
    await query(`update app_user set business_name = 'Another' where id = $1`, [pair.payee.id])
    expect((await call(pair.payee, pair, 'accept', { terms_version: 1, rules_accepted: true })).status).toBe(
      404,
    )
  })
  it('of what somebody blocked has offered is refused', async () => {
    const pair = await goods()
    await query(`update app_user set blocked_at = now(), blocked_because = 'x' where id = $1`, [
      pair.payer.id,
    ])
    expect(await call(pair.payee, pair, 'accept', { terms_version: 1, rules_accepted: true })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
  })
  it('of work by somebody who owes us is refused, and of goods is not', async () => {
    const [client, shop] = [await work(), await goods()]
    for (const { id } of [client.payer, shop.payee])
      await query(`select post('debt-' || $1, 'deposit_reversed', null, null, $2, $3)`, [
        ...[String(id), ['gateway:sandbox', `receivable:${id}`], [5, -5]],
      ])
    expect(
      await call(client.payer, client, 'accept', { terms_version: 1, rules_accepted: true }),
    ).toMatchObject({ body: { code: 'debt_open' } })
    await accept(app, shop)
  })
})

describe('a parcel', () => {
  it('is noted with its number; by hand there is a code for the door', async () => {
    const [sent, byHand] = [await goods('funded'), await goods('funded')]
    await take(app, sent.payee, sent.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    expect(await rowOf(sent)).toMatchObject({
      courier: 'delhivery',
      tracking_number: '12345678901',
      handover_code: null,
      handover_tries: 0,
    })
    await take(app, byHand.payee, byHand.formPk, 'ship', { courier: 'hand', tracking_number: 'A1' })
    expect((await rowOf(byHand)).handover_code).toMatch(/^\d{6}$/)
    expect(await lastEvent(byHand)).toMatchObject({ data: { courier: 'hand', tracking_number: 'A1' } })
  })
  it('with a number that its courier cannot have is refused', async () => {
    const pair = await goods('funded')
    const wrong = { courier: 'india_post', tracking_number: 'EE123456789IN' }
    expect(await call(pair.payee, pair, 'ship', wrong)).toMatchObject({
      ...{ status: 400, body: { tracking_number: expect.any(Array) } },
    })
    expect((await rowOf(pair)).tracking_number).toBeNull()
  })
  it('that goes back is noted apart', async () => {
    const pair = await goods('delivered')
    await take(app, pair.payer, pair.formPk, 'request_return', { reason: 'Wrong size' })
    await take(app, pair.payee, pair.formPk, 'accept_return')
    await take(app, pair.payer, pair.formPk, 'ship_return', { courier: 'other', tracking_number: 'B2' })
    expect(await rowOf(pair)).toMatchObject({
      return_courier: 'other',
      return_tracking_number: 'B2',
      courier: 'delhivery',
    })
  })
  it('handed over with the right code is confirmed, and the code is used', async () => {
    const pair = await goods('funded')
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'A1' })
    const { handover_code } = await rowOf(pair)
    const wrong = handover_code === '000000' ? '000001' : '000000'
    for (const left of [4, 3, 2, 1])
      expect(
        (await call(pair.payee, pair, 'deliver', { note: 'Here', handover_code: wrong })).body,
      ).toMatchObject({
        handover_code: [expect.stringContaining(String(left))],
      })
    expect((await rowOf(pair)).handover_tries).toBe(4)
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Here', handover_code })
    expect(await rowOf(pair)).toMatchObject({ status: 'delivered', handover_code: null })
    expect((await lastEvent(pair))?.data).toMatchObject({ note: 'Here', handover: true })
    expect(JSON.stringify((await lastEvent(pair))?.data)).not.toContain(handover_code)
  })
  it('handed over with too many wrong ones takes no code any more', async () => {
    const pair = await goods('funded')
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'A1' })
    const { handover_code } = await rowOf(pair)
    const wrong = handover_code === '000000' ? '000001' : '000000'
    await query('update deal set handover_tries = 4 where id = $1', [pair.formPk])
    const last = await call(pair.payee, pair, 'deliver', { note: 'Here', handover_code: wrong })
    const dead = await call(pair.payee, pair, 'deliver', { note: 'Here', handover_code })
    expect([last.status, dead.status, dead.body]).toEqual([400, 400, last.body])
    expect((await rowOf(pair)).status).toBe('in_delivery')
  })
  it('of a courier has no code', async () => {
    const pair = await goods('in_delivery')
    const { status, body } = await call(pair.payee, pair, 'deliver', {
      note: 'Here',
      handover_code: '123456',
    })
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['handover_code'])])
  })
})

describe('a delivery that the payee alone claims', () => {
  const DAY = 86_400_000
  const windowOf = async (pair: Pair) => {
    const { due_at, delivered_at } = await rowOf(pair)
    return Math.round((due_at - delivered_at) / 3_600_000)
  }
  it.each([
    [
      'by a courier whose number fits',
      { courier: 'delhivery', tracking_number: '12345678901' },
      'courier',
      48,
    ],
    ['by a courier that nobody knows', { courier: 'other', tracking_number: 'X1' }, 'other_courier', 168],
    ['by hand without the code', { courier: 'hand', tracking_number: 'X1' }, 'no_code', 168],
  ])('%s is recorded with what speaks for it', async (_name, parcel, proof, hours) => {
    const pair = await goods('funded')
    await take(app, pair.payee, pair.formPk, 'ship', parcel)
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Left there' })
    expect((await lastEvent(pair))?.data).toMatchObject({
      note: 'Left there',
      proof,
      window_ms: hours * 3_600_000,
    })
    expect(await windowOf(pair)).toBe(hours)
  })
  it('of work with a file has the usual window, and without one a longer one', async () => {
    const [proven, bare] = [await work('in_delivery'), await work('in_delivery')]
    const file = await addFile(app, proven.payee, proven.formPk)
    await take(app, proven.payee, proven.formPk, 'deliver', { note: 'Done', file_ids: [file.id] })
    const { data } = (await lastEvent(proven)) ?? {}
    expect(data).toMatchObject({
      note: 'Done',
      files: [{ id: file.id, kind: expect.any(String), sha256: expect.any(String) }],
    })
    expect([data?.proof, await windowOf(proven)]).toEqual([undefined, 24])
    await take(app, bare.payee, bare.formPk, 'deliver', { note: 'Done', file_ids: [] })
    expect((await lastEvent(bare))?.data).toMatchObject({ proof: 'no_file', window_ms: 7 * DAY })
    expect((await lastEvent(bare))?.data).not.toHaveProperty('files')
    expect(await windowOf(bare)).toBe(168)
  })
  it('with somebody else’s file is refused', async () => {
    const pair = await work('in_delivery')
    const file = await addFile(app, pair.payer, pair.formPk)
    expect(await call(pair.payee, pair, 'deliver', { note: 'Done', file_ids: [file.id] })).toMatchObject({
      status: 400,
      body: { file_ids: expect.any(Array) },
    })
  })
})

describe('a dispute', () => {
  it('is opened with the payer’s words, and answered with the payee’s', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'complain', complaint)
    expect(await disputeOf(pair)).toMatchObject({
      complainant: 'payer',
      ...complaint,
      response: null,
      decided_by: null,
    })
    expect((await rowOf(pair)).disputed_at).not.toBeNull()
    for (const who of [pair.payer, pair.payee]) await pay(app, who, pair.formPk)
    expect(await disputeOf(pair)).toMatchObject({ payer_fee_paise: 5_000, payee_fee_paise: 5_000 })
    await take(app, pair.payee, pair.formPk, 'respond', { statement: 'It came' })
    expect((await disputeOf(pair)).response).toBe('It came')
  })
  it('by a declined return has the reason that was given for the return', async () => {
    const pair = await goods('delivered')
    await take(app, pair.payer, pair.formPk, 'request_return', { reason: 'Wrong size' })
    await take(app, pair.payee, pair.formPk, 'decline_return')
    expect(await disputeOf(pair)).toMatchObject({
      ...{
        complainant: 'payer',
        reason: 'not_as_described',
        statement: 'Wrong size',
        wanted: 'return_then_refund',
      },
    })
  })
})

describe('a settlement', () => {
  it('an offer to settle is noted with its maker, and the history has its id', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'complain', complaint)
    for (const who of [pair.payer, pair.payee]) await pay(app, who, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'respond', { statement: 'It came' })
    await take(app, pair.payee, pair.formPk, 'propose_split', { payer_share_paise: 700, note: 'Fair' })
    await take(app, pair.payer, pair.formPk, 'propose_split', { payer_share_paise: 900 })
    const offers = await query(
      'select id, by, payer_share_paise::int as share, note from offer where deal_id = $1 order by at',
      [pair.formPk],
    )
    expect(offers).toMatchObject([
      { by: 'payee', share: 700, note: 'Fair' },
      { by: 'payer', share: 900, note: null },
    ])
    expect((await lastEvent(pair))?.data).toEqual({ payer_share_paise: 900, offer_id: offers[1].id })
    const { dispute } = await look(app, pair.payee, pair.formPk)
    expect(dispute).toMatchObject({
      ...{
        opened_by: 'payer',
        reason: 'late',
        statement: 'It is late',
        wanted: 'full_refund',
        response: 'It came',
      },
      ...{ fees: { payer: 'paid', payee: 'paid' }, escalated_by: [], decision: null },
    })
    expect(dispute?.offers.map(({ by, open, note }) => [by, open, note])).toEqual([
      ['payee', false, 'Fair'],
      ['payer', true, null],
    ])
    const [filed, respond, settle] = [dispute?.filed_at, dispute?.respond_by, dispute?.settle_by].map((at) =>
      Date.parse(at ?? ''),
    )
    expect([(respond ?? 0) - (filed ?? 0), (settle ?? 0) - (filed ?? 0)]).toEqual([
      2 * 86_400_000,
      10 * 86_400_000,
    ])
    await take(app, pair.payer, pair.formPk, 'escalate')
    expect((await disputeOf(pair)).escalated_by).toEqual(['payer'])
    await take(app, pair.payee, pair.formPk, 'escalate')
    const before = await look(app, pair.payee, pair.formPk)
    expect(before.dispute?.offers.map(({ open }) => open)).toEqual([false, false])
    await take(app, team, pair.formPk, 'decide', {
      payer_share_paise: 500_000,
      at_fault: 'payee',
      reasons: 'Both were read',
    })
    expect(await disputeOf(pair)).toMatchObject({
      ...{ decided_by: team.id, payer_fee_fate: 'back', payee_fee_fate: 'kept' },
      decision: {
        payer_share_paise: 500_000,
        at_fault: 'payee',
        reasons: 'Both were read',
        at: expect.stringMatching(/\+05:30$/),
      },
    })
    const after = await look(app, pair.payee, pair.formPk)
    expect(after.dispute?.fees).toEqual({ payer: 'returned', payee: 'kept' })
    expect((await auditOf(app, pair.formPk)).find(({ action }) => action === 'dispute_decided')).toEqual({
      ...{
        action: 'dispute_decided',
        actor_id: team.id,
        subject_type: 'deal',
        before: { status: 'mediation' },
      },
      after: { payer_share_paise: 500_000, at_fault: 'payee' },
    })
  })
  it('a later date that is asked for is in the history', async () => {
    const pair = await work('in_delivery')
    const due = inDays(40)
    await take(app, pair.payee, pair.formPk, 'propose_extension', { due })
    const event = await lastEvent(pair)
    expect(Object.keys(event?.data ?? {})).toEqual(['due'])
    expect(Date.parse(String(event?.data.due))).toBe(Date.parse(due))
  })
})

describe('what is due', () => {
  const payIns = ({ formPk }: Pair) =>
    query('select purpose, status from pay_in where deal_id = $1 order by created_at', [formPk])
  it('in one state is closed in the next, and paid stays paid', async () => {
    const pair = await goods('agreed')
    await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    await take(app, pair.payer, pair.formPk, 'withdraw')
    expect(await payIns(pair)).toEqual([{ purpose: 'amount', status: 'closed' }])
  })
  it('of a dispute stays due until its end', async () => {
    const pair = await work('delivered')
    await take(app, pair.payer, pair.formPk, 'complain', complaint)
    await app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payee.token })
    await pay(app, pair.payer, pair.formPk)
    expect((await payIns(pair)).filter(({ status }) => status === 'open')).toHaveLength(1)
    await app.advance('P3D')
    expect((await look(app, pair.payer, pair.formPk)).status).not.toBe('disputed')
    expect((await payIns(pair)).filter(({ status }) => status === 'open')).toEqual([])
  })
})

it.each(['disputed', 'negotiating', 'mediation'] as const)(
  'what is due of a dispute that is %s is closed by its end',
  async (status) => {
    const pair = await offerServices(app)
    await bringToStatus(app, { ...pair, team, track: 'services' }, status)
    await query(`update pay_in set status = 'closed' where deal_id = $1 and status = 'open'`, [pair.formPk])
    await query(
      `insert into pay_in (id, deal_id, party, user_id, purpose, provider, amount_paise, reference, created_at)
     values ('again-' || $1, $1, 'payee', $2, 'fee', 'sandbox', 5000, 'AGAIN' || $1, now())`,
      [pair.formPk, pair.payee.id],
    )
    const isOpen = async () =>
      (await query(`select from pay_in where deal_id = $1 and status = 'open'`, [pair.formPk])).length === 1
    expect(await isOpen()).toBe(true)
    for (const days of [11, 60])
      await actingAs(app, team, (ctx) => applyDueLapses(ctx, 50), { laterMs: days * 86_400_000 })
    expect((await rowOf(pair)).ended_at).not.toBeNull()
    expect(await isOpen()).toBe(false)
  },
)

describe('nobody acts', () => {
  it('in the place of the gateway or the form', async () => {
    const pair = await goods('agreed')
    for (const action of ['create', 'fund', 'unfund', 'charged_back', 'pay_fee', 'nothing'])
      expect((await call(pair.payer, pair, action)).status, action).toBe(404)
  })
  it('blocked, but for what ends or answers a deal', async () => {
    const pair = await goods()
    await query(`update app_user set blocked_at = now(), blocked_because = 'x' where id = $1`, [
      pair.payee.id,
    ])
    expect(await call(pair.payee, pair, 'accept', { terms_version: 1, rules_accepted: true })).toMatchObject({
      body: { code: 'blocked' },
    })
  })
  it('by a key beyond what keys may do, whoever’s deal it is', async () => {
    const pair = await goods()
    const apiKey = { id: 'k', appId: 'a', scopes: [], version: '2026-11-01' } as never
    const asKey = (action: string) =>
      actingAs(app, pair.payer, (ctx) => act({ ...ctx, apiKey }, { dealId: 'none', action, body: {} }))
    await expect(asKey('complain')).rejects.toMatchObject({ code: 'key_scope' })
    await expect(asKey('nothing')).rejects.toMatchObject({ code: 'not_found' })
  })
  it('of the team without a fresh second factor', async () => {
    const pair = await work('delivered')
    const decide = (secondFactorAgeMs: number | null) =>
      actingAs(
        app,
        team,
        (ctx) => act({ ...ctx, secondFactorAgeMs }, { dealId: pair.formPk, action: 'decide', body: {} }),
        {
          settings: { secondFactor: 'demanded' },
        },
      )
    await expect(decide(null)).rejects.toMatchObject({ code: 'second_factor' })
    expect(await decide(0)).toMatchObject({ code: 'wrong_state' })
  })
  it('after the deadline: that is written first', async () => {
    const pair = await goods()
    const late = 8 * 86_400_000
    const result = await actingAs(
      app,
      pair.payee,
      (ctx) =>
        act(ctx, { dealId: pair.formPk, action: 'accept', body: { terms_version: 1, rules_accepted: true } }),
      { laterMs: late },
    )
    expect(result).toBeInstanceOf(Refusal)
    expect(result).toMatchObject({ code: 'wrong_state' })
    expect((await rowOf(pair)).status).toBe('expired')
  })
})

describe('a deadline that passed', () => {
  const DAY = 86_400_000
  const lapse = (laterMs: number, limit = 50, except?: readonly string[]) =>
    actingAs(app, team, async (ctx) => (await applyDueLapses(ctx, limit, except)).length, { laterMs })
  it('is applied as of when it was due, oldest first, to so many deals', async () => {
    await lapse(9 * DAY)
    const [one, two] = [await goods(), await goods()]
    const { due_at } = await rowOf(one)
    expect(await lapse(6 * DAY)).toBe(0)
    expect(await lapse(8 * DAY, 1)).toBe(1)
    expect([(await rowOf(one)).status, (await rowOf(two)).status]).toEqual(['expired', 'proposed'])
    expect(await lapse(8 * DAY, 50, [two.formPk])).toBe(0)
    expect(await lapse(8 * DAY)).toBe(1)
    const event = await lastEvent(one)
    expect(event).toMatchObject({ name: 'offerValidity', by: 'lapse' })
    expect(Date.parse(String(event?.data.due_at))).toBe(due_at.getTime())
    expect((await rowOf(one)).ended_at).not.toBeNull()
  })
  it('of a deal that stands still does nothing', async () => {
    const pair = await work('funded')
    await takeBack(app, pair.formPk)
    await lapse(60 * DAY)
    expect((await rowOf(pair)).status).toBe('funded')
  })
  it('is not applied by a clock that jumped, nor while money is closed', async () => {
    const pair = await goods()
    for (const cause of ['clock_jumped', 'ledger_invalid'] as const) {
      raiseAlarm(cause, 'a test')
      expect(await lapse(8 * DAY)).toBe(0)
      clearAlarm(cause)
    }
    raiseAlarm('clock_jumped', 'a test')
    await expect(
      actingAs(app, pair.payee, (ctx) => act(ctx, { dealId: pair.formPk, action: 'decline', body: {} }), {
        laterMs: 8 * DAY,
      }),
    ).rejects.toMatchObject({ code: 'unavailable' })
    clearAlarm('clock_jumped')
    await lapse(8 * DAY)
  })
  it('that cannot be applied names its deal, where it was alone', async () => {
    const pair = await goods()
    await query(`update deal set due_event = 'complaintWindow' where id = $1`, [pair.formPk])
    const error = await lapse(8 * DAY, 1).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LapseError)
    expect(error).toMatchObject({
      ...{ name: 'LapseError', dealId: pair.formPk },
      message: `the deadline of deal ${pair.formPk} cannot be applied: no row for the lapse complaintWindow of a deal that is proposed`,
    })
    await goods()
    const several = await lapse(8 * DAY).catch((thrown: unknown) => thrown)
    expect(several).toMatchObject({
      dealId: null,
      message: expect.stringContaining('the deadline of one of several deals'),
    })
    await query(`update deal set due_event = 'offerValidity' where id = $1`, [pair.formPk])
  })
})
