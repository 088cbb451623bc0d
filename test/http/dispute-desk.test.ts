/** The desk of disputes: its queue, owners and notes, who may not decide, and decisions that two people make. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifiedPair } from '#test/support/payout-targets.ts'
import { look, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])
let first: Person
let second: Person
beforeAll(async () => {
  first = await teammate(app, 'Mediator')
  second = await teammate(app, 'Admin')
})

const inMediation = async (amount: number): Promise<Pair> => {
  const pair = await verifiedPair(app, sender, { amount })
  await bringToStatus(app, { ...pair, team: first, track: 'services' }, 'mediation')
  return pair
}
const get = async (path: string, who = first) =>
  (await app.call('GET', `/api/admin/disputes${path}`, { token: who.token })).body
const post = (path: string, who: Person, body: object = {}) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, body })
const DECISION = { payer_share_paise: 10_000_00, at_fault: 'payee', reasons: 'Half of it came' }
const decide = (pair: Pair, who: Person, over: object = {}) =>
  post(`disputes/${pair.formPk}/decision`, who, { ...DECISION, ...over })
const proposalOf = async (pair: Pair, who = first) => (await get(`/${pair.formPk}`, who)).proposal
const query = (text: string, values: unknown[] = []) => app.db.ownerPool.query(text, values)
const audited = async (pair: Pair) =>
  (
    await query(
      `select action, actor_id from audit_event where subject_id = $1 and action like 'deci%' or subject_id = $1 and action = 'dispute_decided' order by id`,
      [pair.formPk],
    )
  ).rows.map(({ action, actor_id }) => [action, Number(actor_id)])

it('lists what waits with what each side wants, its last offer and its owner', async () => {
  const pair = await inMediation(20_000)
  await post(`disputes/${pair.formPk}/owner`, first, { mine: true })
  const rowFor = async (who: Person) =>
    (await get('', who)).cases.find((row: { form_pk: string }) => row.form_pk === pair.formPk)
  expect(await rowFor(first)).toMatchObject({
    ...{ amount_paise: 20_000_00, track: 'services', opened_by: 'payer', reason: 'late', proposed: false },
    payer: { wanted: 'full_refund', offer_paise: null },
    payee: { wanted: null, offer_paise: 100 },
    owner: { name: 'Asha', mine: true },
  })
  expect((await rowFor(second)).owner).toEqual({ name: 'Asha', mine: false })
  // a colleague's stays
  await post(`disputes/${pair.formPk}/owner`, second, { mine: false })
  expect((await rowFor(first)).owner).toEqual({ name: 'Asha', mine: true })
  expect((await decide(pair, first)).body).toEqual({ state: 'decided' })
  expect(await rowFor(first)).toBe(undefined)
  expect((await get('')).median_decide_ms).toEqual(expect.any(Number))
})

it('notes are read by the team, and by neither party', async () => {
  const pair = await inMediation(20_000)
  expect((await post(`disputes/${pair.formPk}/notes`, first, { text: ' ' })).status).toBe(400)
  await post(`disputes/${pair.formPk}/notes`, first, { text: 'The courier was asked' })
  expect((await get(`/${pair.formPk}`, second)).notes).toMatchObject([
    { text: 'The courier was asked', by: 'Asha' },
  ])
  for (const who of [pair.payer, pair.payee]) {
    expect(JSON.stringify(await look(app, who, pair.formPk))).not.toContain('courier was asked')
    expect((await app.call('GET', `/api/admin/disputes/${pair.formPk}`, { token: who.token })).status).toBe(
      403,
    )
  }
})

describe('from Rs 25,000 on', () => {
  it('the first person’s decision moves nothing, the second’s confirmation moves all', async () => {
    const pair = await inMediation(25_000)
    expect((await decide(pair, first)).body).toEqual({ state: 'proposed' })
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('mediation')
    const { id, mine } = await proposalOf(pair)
    expect([mine, (await proposalOf(pair, second)).mine]).toEqual([true, false])
    expect((await post(`decisions/${id}/confirm`, first)).status).toBe(403)
    expect((await decide(pair, second)).status).toBe(409)
    expect((await post(`decisions/${id}/confirm`, second)).body).toEqual({ state: 'decided' })
    const deal = await look(app, pair.payer, pair.formPk)
    expect(deal).toMatchObject({ status: 'settled', dispute: { decision: DECISION } })
    expect(deal.money).toMatchObject({
      payer_paise: 10_050_00,
      payee_paise: 14_250_00,
      commission_paise: 750_00,
    })
    expect((await post(`decisions/${id}/confirm`, second)).status).toBe(409)
    expect(await audited(pair)).toEqual([
      ['decision_proposed', first.id],
      ['dispute_decided', second.id],
    ])
    expect(await app.verify()).toEqual([])
  })

  it('nobody decides alone, by the deal’s own call neither; a rupee below, one does', async () => {
    const large = await inMediation(25_000)
    const reply = await app.call('POST', `/api/deals/${large.formPk}/decide`, {
      token: first.token,
      body: DECISION,
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'second_person'])
    const small = await inMediation(24_999)
    await take(app, first, small.formPk, 'decide', DECISION)
  })

  it('what is wrong is refused before it waits', async () => {
    const pair = await inMediation(30_000)
    const { status, body } = await decide(pair, first, { payer_share_paise: 30_000_01, reasons: 'Too much' })
    expect([status, Object.keys(body)]).toEqual([400, ['payer_share_paise']])
    expect(Object.keys((await decide(pair, first, { reasons: '' })).body)).toEqual(['reasons'])
    expect(await proposalOf(pair)).toBe(null)
  })

  it('of three who confirm at the same moment one does, and the money moves once', async () => {
    const pair = await inMediation(40_000)
    await decide(pair, first)
    const { id } = await proposalOf(pair)
    const others = [second, await teammate(app), await teammate(app)]
    const replies = await Promise.all(others.map((who) => post(`decisions/${id}/confirm`, who)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await app.verify()).toEqual([])
  })

  it('is taken back or declined, and written anew', async () => {
    const pair = await inMediation(30_000)
    await decide(pair, first)
    expect((await post(`decisions/${(await proposalOf(pair)).id}/drop`, second)).body).toEqual({
      state: 'dropped',
    })
    expect((await decide(pair, second, { at_fault: 'none' })).body).toEqual({ state: 'proposed' })
    expect((await post(`decisions/${(await proposalOf(pair)).id}/confirm`, first)).status).toBe(200)
  })
})

it('a side that types an Admin’s number as its own for payments does not choose who decides', async () => {
  const pair = await inMediation(20_000)
  const who = await teammate(app)
  for (const side of [pair.payer, pair.payee])
    await query('update app_user set payment_number = $2 where id = $1', [side.id, who.phone])
  expect((await decide(pair, who)).status).not.toBe(403)
})

describe('refused is who', () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await inMediation(20_000)
  })
  const set = (who: Person, column: string, value: string) =>
    query(`update app_user set ${column} = $2 where id = $1`, [who.id, value])

  it.each([
    [
      'has the payment number of a side',
      (who: Person, pair: Pair) => set(who, 'payment_number', pair.payee.phone),
    ],
    [
      'once had the number of a side',
      (who: Person, pair: Pair) => set(who, 'lost_phone_number', pair.payer.phone),
    ],
    [
      'had a payout target of a side',
      async (who: Person, pair: Pair) => {
        await query('alter table payout_target disable trigger user')
        const { rows } = await query('select * from payout_target where user_id = $1', [pair.payee.id])
        const row = {
          ...rows[0],
          id: `shared-${who.id}`,
          user_id: who.id,
          retired_at: new Date(),
          retired_because: 'replaced',
          freeze_hash: randomBytes(32),
        }
        const names = Object.keys(row)
        await query(
          `insert into payout_target (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
          Object.values(row),
        )
        await query('alter table payout_target enable trigger user')
      },
    ],
  ])('%s', async (_, make) => {
    const kin = await teammate(app)
    expect((await get(`/${pair.formPk}`, kin)).own_case).toBe(false)
    await make(kin, pair)
    expect((await get(`/${pair.formPk}`, kin)).own_case).toBe(true)
    const reply = await decide(pair, kin)
    expect([reply.status, reply.body.code]).toEqual([403, 'own_case'])
    const direct = await app.call('POST', `/api/deals/${pair.formPk}/decide`, {
      token: kin.token,
      body: DECISION,
    })
    expect([direct.status, direct.body.code]).toEqual([403, 'own_case'])
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('mediation')
  })

  it('is a party of it, as the second person too', async () => {
    const large = await inMediation(30_000)
    await decide(large, first)
    const { id } = await proposalOf(large)
    await query(`update app_user set user_type = 'Mediator' where id = $1`, [large.payer.id])
    expect(
      (await app.call('GET', `/api/admin/disputes/${large.formPk}`, { token: large.payer.token })).status,
    ).toBe(403)
    expect((await post(`decisions/${id}/confirm`, large.payer)).status).toBe(403)
    const kin = await teammate(app)
    await set(kin, 'payment_number', large.payee.phone)
    expect((await post(`decisions/${id}/confirm`, kin)).body.code).toBe('own_case')
    expect((await look(app, large.payee, large.formPk)).status).toBe('mediation')
  })
})

// last: nothing of before can be offered after it
it('a decision that waits ends with its case: after the last day nothing of it moves', async () => {
  const pair = await inMediation(30_000)
  await decide(pair, first)
  const { id } = await proposalOf(pair)
  await app.advance('P31D')
  expect((await post(`decisions/${id}/confirm`, second)).status).toBe(409)
  const { money } = await look(app, pair.payer, pair.formPk)
  expect(money.payer_paise).toBe(15_050_00)
  expect(await app.verify()).toEqual([])
})

it('a day’s complaints and decisions in the figures are rows of the grid', async () => {
  const read = async (path: string) => (await app.call('GET', path, { token: second.token })).body
  const { days } = await read('/api/admin/figures?days=366')
  const busy = days.filter(({ ended }: { ended: number }) => ended > 0)
  expect(busy.some(({ decided }: { decided: number }) => decided > 0)).toBe(true)
  for (const { day, ended, disputed, decided } of busy) {
    const rowsOf = (filter: string) =>
      read(`/api/auth/thirdview/transactions/?page_size=100&${filter}=${day}&ordering=due_at`)
    expect(await rowsOf('ended')).toHaveLength(ended)
    expect(await rowsOf('complained')).toHaveLength(disputed)
    expect(await rowsOf('decided')).toHaveLength(decided)
  }
})
