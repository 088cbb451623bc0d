/** A deposit that the bank takes back: the deal stands still at every state, and two of the team end that. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { HELD } from '#core/lifecycle/states.ts'
import { istDay } from '#core/time.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { takeBack } from '#test/support/chargebacks.ts'
import {
  bringTo,
  look,
  offerServices,
  offerShopping,
  type Person,
  take,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus, type DealFixture, exists } from '#test/support/stages.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const app = useApp()
const { people, query, balance, awaited } = useDesk(app)
let team: Person
beforeAll(async () => {
  team = await teammate(app)
})

const end = (who: Person, formPk: string, outcome: string) =>
  app.call('POST', `/api/admin/frozen-deals/${formPk}/end`, {
    token: who.token,
    body: { outcome, note: 'The bank wrote to us' },
  })
const frozenDeals = async (formPk: string) => {
  const { body } = await app.call('GET', '/api/admin/frozen-deals', { token: people.maker.token })
  return body.filter((deal: { form_pk: string }) => deal.form_pk === formPk)
}

/** The provider gives all of the payment back; answers whether the deal stands still by it. */
async function freeze(formPk: string): Promise<boolean> {
  const isFrozen = async () =>
    (await query('select frozen_since from deal where id = $1', [formPk]))[0].frozen_since !== null
  const wasFrozen = await isFrozen()
  await takeBack(app, formPk)
  return !wasFrozen && (await isFrozen())
}

describe.each(['shopping', 'services'] as const)('charged back: %s', (track) => {
  it.each(HELD.filter((status) => exists(track, status)))('%s', async (status) => {
    const pair = track === 'shopping' ? await offerShopping(app) : await offerServices(app)
    const fixture: DealFixture = { ...pair, team, track }
    await bringToStatus(app, fixture, status)
    const { formPk, payer, payee } = pair
    expect([await freeze(formPk), await freeze(formPk)]).toEqual([true, false])
    for (const who of [payer, payee, team]) expect((await look(app, who, formPk)).actions).toEqual([])
    for (const action of [
      'release',
      'cancel',
      'complain',
      'accept_split',
      'withdraw_complaint',
      'confirm_return',
    ]) {
      const { status: answer } = await app.call('POST', `/api/deals/${formPk}/${action}`, {
        token: payer.token,
        body: {},
      })
      expect([action, answer]).toEqual([action, action === 'confirm_return' ? 403 : 409])
    }
    const decide = { payer_share_paise: 0, at_fault: 'none', reasons: 'Because' }
    const decided = await app.call('POST', `/api/deals/${formPk}/decide`, { token: team.token, body: decide })
    expect(decided.body.code).toBe('frozen')
    await end(people.maker, formPk, 'charged_back')
    expect((await end(people.checker, formPk, 'charged_back')).body).toEqual({ state: 'ended' })
    const deal = await look(app, payer, formPk)
    // what was paid for the dispute itself goes back, and nothing of the deal
    const feePaise = ['disputed', 'negotiating', 'mediation'].includes(status) ? 5_000 : 0
    const money = { held_paise: 0, payer_paise: feePaise, payee_paise: feePaise }
    expect(deal).toMatchObject({ status: 'refunded', money })
    expect(deal.events.at(-1)).toMatchObject({ name: 'charged_back', by: 'team' })
    expect(await balance(`receivable:${payer.id}`)).toBe(0)
    const payouts = await query('select distinct purpose from payout where deal_id = $1', [formPk])
    expect(payouts).toEqual(feePaise > 0 ? [{ purpose: 'fee_back' }] : [])
    expect(await app.verify()).toEqual([])
  })
})

describe('at the same moment', () => {
  it('two who end it: once', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await freeze(pair.formPk)
    const third = await teammate(app, 'Admin')
    await end(people.maker, pair.formPk, 'charged_back')
    const replies = await Promise.all(
      [people.checker, third, people.checker, third].map((who) => end(who, pair.formPk, 'charged_back')),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await app.verify()).toEqual([])
  })
  it('a release and the bank: one wins', async () => {
    for (let round = 0; round < 6; round += 1) {
      const pair = await offerShopping(app)
      await bringTo(app, pair, 'delivered')
      const [isFrozen, released] = await Promise.all([
        freeze(pair.formPk),
        app.call('POST', `/api/deals/${pair.formPk}/release`, { token: pair.payer.token, body: {} }),
      ])
      expect([isFrozen, released.status]).toEqual(isFrozen ? [true, 409] : [false, 200])
    }
    expect(await app.verify()).toEqual([])
  })
})

/** Each a file of its own: the second goes on where the first ended. */
async function bankSays(account: string, rows: readonly string[]): Promise<void> {
  const [year, month, day] = istDay(Date.now()).split('-')
  const lines = rows.map((row) => `${day}/${month}/${year},${row}`)
  const content = ['Date,Narration,Ref No,Debit,Credit,Balance', ...lines].join('\n')
  const { body } = await uploadStatement(app, { account, content, who: people.maker })
  expect(body.problem).toBe(null)
  await app.call('POST', `/api/admin/statements/${body.id}/approve`, { token: people.checker.token })
  await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
}

// last: it moves the clock, and offers are made by the real one
test('nothing is released and no deadline passes; what goes on goes on with the time that was left', async () => {
  const { pair, reference } = await awaited()
  const { payer, payee, formPk } = pair
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: people.maker.token,
    body: { bank: 'HDFC', account: '70200077001', opening_paise: 100_000 },
  })
  const paid = `UPI-ASHA-asha@ybl-HDFC0000042-640000000001-${reference},640000000001,,1500.00,2500.00`
  await bankSays(body.id, [paid])
  await take(app, payee, formPk, 'ship', { courier: 'other', tracking_number: 'A1' })
  await take(app, payee, formPk, 'deliver', { note: 'Given' })
  const before = await look(app, payer, formPk)
  expect(before.status).toBe('delivered')
  await bankSays(body.id, [paid, 'REV-UPI-640000000001-RETURN,640000000001,1500.00,,1000.00'])

  const frozen = await look(app, payer, formPk)
  expect(frozen).toMatchObject({ status: 'delivered', actions: [], whose_move: ['team'], due_at: null })
  for (const who of [payer, payee]) {
    const { body: notices } = await app.call('GET', '/api/notices', { token: who.token })
    expect(notices.map(({ title }: { title: string }) => title)).toContainEqual(
      'The bank has taken back ₹1,500 that was paid for your deal. The deal is on hold.',
    )
  }
  const release = () => app.call('POST', `/api/deals/${formPk}/release`, { token: payer.token, body: {} })
  expect([(await release()).status, (await release()).body.code]).toEqual([409, 'frozen'])
  await app.advance('P40D')
  await app.runJobs()
  expect((await look(app, payer, formPk)).status).toBe('delivered')
  expect(await balance(`hold:${formPk}`)).toBe(150_000)
  expect(await balance(`receivable:${payer.id}`)).toBe(-150_000)
  expect(await app.verify()).toEqual([])

  expect((await end(team, formPk, 'goes_on')).status).toBe(403)
  expect((await end(people.maker, formPk, 'charged_back')).body).toEqual({ state: 'stated' })
  expect((await end(people.maker, formPk, 'charged_back')).status).toBe(403)
  // another word takes the place of the first, and waits as it did
  expect((await end(people.checker, formPk, 'goes_on')).body).toEqual({ state: 'stated' })
  expect(await frozenDeals(formPk)).toEqual([
    expect.objectContaining({ form_pk: formPk, status: 'delivered', stated: 'goes_on', mine: false }),
  ])
  expect((await end(people.checker, formPk, 'goes_on')).status).toBe(403)
  expect((await end(people.maker, formPk, 'goes_on')).body).toEqual({ state: 'ended' })
  expect((await end(people.maker, formPk, 'goes_on')).status).toBe(409)
  expect(await frozenDeals(formPk)).toEqual([])
  const after = await look(app, payer, formPk)
  const left = (deal: { due_at: string | null; now: string }) =>
    Date.parse(deal.due_at ?? '') - Date.parse(deal.now)
  expect(Math.abs(left(after) - left(before))).toBeLessThan(120_000)
  expect((await release()).status).toBe(200)
  expect(await app.verify()).toEqual([])
})
