/** Couriers' numbers, and the code that the payer reads out at the door. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { bringTo, look, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
const fresh = async (state: 'funded' | 'in_delivery' = 'funded') => {
  pair = await offerShopping(app)
  await bringTo(app, pair, state)
}
const act = (who: Person, action: string, body: unknown) =>
  app.call('POST', `/api/deals/${pair.formPk}/${action}`, { token: who.token, body })

describe('a number', () => {
  beforeAll(() => fresh())
  it.each([
    ['india_post', 'EE473124828IN', 'a wrong check digit'],
    ['india_post', 'EE473124829GB', 'another country'],
    ['bluedart', '1234567', 'too short'],
    ['bluedart', 'AB12345678', 'letters'],
    ['delhivery', '123/../x', 'no digits'],
    ['dtdc', '12', 'too short'],
    ['shadowfax', 'short', 'too short'],
  ])('of %s that cannot be is refused: %s', async (courier, tracking_number) => {
    const reply = await act(pair.payee, 'ship', { courier, tracking_number })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body)).toEqual(['tracking_number'])
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('funded')
  })
  it.each([
    ['none', { courier: 'dtdc' }, 'tracking_number'],
    ['an empty one', { courier: 'dtdc', tracking_number: '  ' }, 'tracking_number'],
    ['a long one', { courier: 'other', tracking_number: 'x'.repeat(61) }, 'tracking_number'],
    ['no courier', { tracking_number: 'A12345678' }, 'courier'],
    ['an unknown courier', { courier: 'pigeon', tracking_number: '1' }, 'courier'],
  ])('%s is refused', async (_, body, field) => {
    const reply = await act(pair.payee, 'ship', body)
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]])
  })
})

describe('a parcel', () => {
  it.each([
    ['india_post', ' ee473124829in ', 'EE473124829IN', null],
    ['bluedart', '12345678901', '12345678901', /bluedart\.com.*trackNo=12345678901$/],
    ['delhivery', '12345678901', '12345678901', /delhivery\.com\/track\/package\/12345678901$/],
    ['dtdc', 'A12345678', 'A12345678', null],
    ['xpressbees', 'AB123456789012', 'AB123456789012', /trackid=AB123456789012$/],
    ['ekart', 'FMPC1234567890', 'FMPC1234567890', /shipmenttrack\/FMPC1234567890$/],
    ['amazon', 'TBA123456789', 'TBA123456789', /tracking\/TBA123456789$/],
    ['trackon', 'anything goes', 'ANYTHING GOES', null],
    ['other', 'bus, seat 4', 'BUS, SEAT 4', null],
  ])('of %s, %s', async (courier, given, stored, url) => {
    await fresh()
    const { status, body } = await act(pair.payee, 'ship', { courier, tracking_number: given })
    expect(status).toBe(200)
    const tracking = (await look(app, pair.payer, pair.formPk)).tracking
    expect(tracking).toEqual(body.tracking)
    expect(tracking).toMatchObject({ courier, tracking_number: stored, unusual: false })
    if (url) expect(tracking?.url).toMatch(url)
    else expect(tracking?.url).toBeNull()
    expect((await look(app, pair.payer, pair.formPk)).handover_code).toBeNull()
  })
  it('that comes back is checked the same', async () => {
    await fresh()
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'dtdc', tracking_number: 'A12345678' })
    await take(app, pair.payer, pair.formPk, 'confirm_receipt')
    await take(app, pair.payer, pair.formPk, 'request_return', { reason: 'Too small' })
    await take(app, pair.payee, pair.formPk, 'accept_return')
    expect((await act(pair.payer, 'ship_return', { courier: 'bluedart', tracking_number: '1' })).status).toBe(
      400,
    )
    expect((await act(pair.payer, 'ship_return', { courier: 'dtdc', tracking_number: '1' })).status).toBe(400)
    const sent = await take(app, pair.payer, pair.formPk, 'ship_return', {
      courier: 'dtdc',
      tracking_number: 'A12345678',
    })
    expect(sent.return_tracking).toMatchObject({ courier: 'dtdc', unusual: false })
  })
})

describe('a handover code', () => {
  let code = ''
  const deliver = (handover_code: string) =>
    act(pair.payee, 'deliver', { note: 'Handed over', handover_code })
  const wrong = (i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0')
  const tries = async (): Promise<number> =>
    (await app.db.ownerPool.query('select handover_tries from deal where id = $1', [pair.formPk])).rows[0]
      .handover_tries
  const byHand = async () => {
    await fresh()
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'Asha, Sunday' })
    code = (await look(app, pair.payer, pair.formPk)).handover_code ?? ''
  }
  beforeAll(byHand)

  it('is six digits that the payer alone sees', async () => {
    expect(code).toMatch(/^\d{6}$/)
    for (const who of [pair.payee, await teammate(app)])
      expect(JSON.stringify(await look(app, who, pair.formPk))).not.toContain(code)
  })
  it.each(['12345', '1234567', 'abcdef', '12 456'])('%j is no code, and no try', async (given) => {
    const reply = await deliver(given)
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['handover_code']])
    expect(await tries()).toBe(0)
  })
  it('a wrong one is counted, and the deal stays where it is', async () => {
    const reply = await deliver(wrong(0))
    expect(reply.status).toBe(400)
    expect(reply.body.handover_code[0]).toContain('4')
    expect(await tries()).toBe(1)
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('in_delivery')
  })
  it('the payer cannot use it for the payee, nor a stranger try', async () => {
    expect((await act(pair.payer, 'deliver', { note: 'x y', handover_code: code })).status).toBe(403)
    const other = await offerShopping(app)
    expect((await act(other.payee, 'deliver', { note: 'x y', handover_code: code })).status).toBe(404)
    expect(await tries()).toBe(1)
  })
  it('the right one is a confirmed delivery, once, however often it comes', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => deliver(code)))
    expect(replies.map((item) => item.status).sort()).toEqual([200, ...Array(7).fill(409)])
    const deal = await look(app, pair.payer, pair.formPk)
    expect([deal.status, deal.due_event, deal.handover_code]).toEqual(['delivered', 'complaintWindow', null])
    expect(deal.events.filter((item) => item.name === 'deliver')).toHaveLength(1)
    expect(JSON.stringify(deal.events)).not.toContain(code)
  })
  it('sixteen wrong ones at once are five tries, and then it is dead', async () => {
    await byHand()
    const replies = await Promise.all(Array.from({ length: 16 }, (_, i) => deliver(wrong(i))))
    expect(replies.every((item) => item.status === 400)).toBe(true)
    expect(await tries()).toBe(5)
    const dead = await deliver(code)
    expect(dead.status).toBe(400)
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('in_delivery')
    expect(replies.filter((item) => item.body.handover_code[0] === dead.body.handover_code[0])).toHaveLength(
      12,
    )
  })
  it('a dead one leaves the other ways: saying so, and the payer’s word', async () => {
    const delivered = await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Handed over' })
    // seven days, not twelve hours: nobody but the payee has said so, and nothing speaks for it
    const at = Date.parse(delivered.events.at(-1)?.at ?? '')
    expect([delivered.status, Date.parse(delivered.due_at ?? '') - at]).toEqual([
      'delivered',
      7 * 24 * 3_600_000,
    ])
    expect(await app.verify()).toEqual([])
  })
  it('there is none for a courier’s parcel', async () => {
    await fresh('in_delivery')
    const { status, body } = await deliver('123456')
    expect([status, body]).toEqual([400, { handover_code: ['This deal has no handover code to enter.'] }])
    expect(await tries()).toBe(0)
  })
})
