/** A thief with a seller's session and password sets up the account that a provider pays: the owner takes it back. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { notMeToken, pressNotMe } from '#test/support/payout-targets.ts'
import { PASSWORD, type Person, person, take } from '#test/support/people.ts'
import { type RoutePaid, useRoute } from '#test/support/route.ts'
import { NEW_PASSWORD, resetPassword, signInAgain } from '#test/support/sign-in.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const world = useRoute(fake)
const { app, query, submit, accountOf, rowOf, runAccounts, runHolds, runPayouts, delivered, payoutsOf } =
  world
const { transferOf } = world
beforeEach(async () => {
  for (const table of ['linked_account', 'provider_hold', 'pay_in'])
    await query(`update ${table} set next_try_at = null`)
  fake.takeEvents()
  fake.calls.length = 0
})

const OWNERS = { account_number: '501001234567', ifsc: 'ICIC0000001' }

/** What a thief has sent is activated, and a deal is about to be paid from what the provider holds. */
async function released(): Promise<{ deal: RoutePaid; thief: Person }> {
  const deal = await delivered()
  await take(app, deal.pair.payer, deal.pair.formPk, 'release')
  return { deal, thief: deal.pair.payee }
}
const productOf = async (who: Person) => (await rowOf(who)).product_id
const settlementsOf = async (who: Person) =>
  fake.state.find(await productOf(who), 'product').active_configuration.settlements
const dayAfter = (who: Person) =>
  query(`update linked_account set activated_at = activated_at - interval '1 day' where user_id = $1`, [
    who.id,
  ])
/** The provider lets the bank account be changed, as its page says of one that it asks about. */
const unlock = async (who: Person) => {
  fake.moveProduct(await productOf(who), { to: 'needs_clarification' })
  fake.takeEvents()
}
const activate = async (who: Person) => {
  fake.moveProduct(await productOf(who), { to: 'activated', agoS: 86_400 })
  fake.takeEvents()
  await runAccounts()
}

describe('what is sent', () => {
  test('is mailed to its owner at once, with a link that stops it', async () => {
    const payee = await person(app, 'Seller')
    expect((await submit(payee)).status).toBe(200)
    const mail = await new Mailbox(app).last(payee)
    expect(mail.text).toContain('••••9012 · HDFC0000317')
    expect(await pressNotMe(app, await notMeToken(app, payee))).toMatchObject({ status: 200 })
    const owner = await signInAgain(app, payee)
    expect(await accountOf(owner)).toMatchObject({
      account: { state: 'needs_clarification', wanted: [], taken_out: true },
      waits: 'needs_clarification',
    })
    const [{ payouts_frozen_at }] = await query('select payouts_frozen_at from app_user where id = $1', [
      payee.id,
    ])
    expect(payouts_frozen_at).not.toBeNull()
  })

  test('in another name than its owner’s is held for the team when it is released', async () => {
    const { deal, thief } = await released()
    await query('update linked_account set name_matches = false where user_id = $1', [thief.id])
    await runHolds()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['target_unverified'] }])
    for (const [legal_name, matches] of [
      ['Thief Person', false],
      ['Asha Rao', true],
      ['RAO ASHA', true],
    ] as const) {
      const payee = await person(app, 'Seller')
      await submit(payee, { legal_name })
      expect((await rowOf(payee)).name_matches).toBe(matches)
    }
    const shop = await person(app, 'Seller', { business_name: 'Kaveri Pumps' })
    await submit(shop, { legal_name: 'Kaveri Pumps' })
    expect((await rowOf(shop)).name_matches).toBe(true)
  })
})

test('a release that is queued is held by "not me" at once', async () => {
  const deal = await delivered()
  const token = await notMeToken(app, deal.pair.payee)
  await take(app, deal.pair.payer, deal.pair.formPk, 'release')
  await runHolds()
  expect(await payoutsOf(deal)).toMatchObject([{ status: 'queued' }])
  expect((await pressNotMe(app, token)).status).toBe(200)
  expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['frozen', 'no_target'] }])
  expect((await pressNotMe(app, token)).status).toBe(400)
})

describe.each([
  [
    '"not me"',
    async (thief: Person) => {
      await pressNotMe(app, await notMeToken(app, thief))
      const owner = await signInAgain(app, thief)
      await query('update app_user set payouts_frozen_at = null where id = $1', [thief.id])
      return { owner, password: PASSWORD }
    },
  ],
  ['a reset', async (thief: Person) => ({ owner: await resetPassword(app, thief), password: NEW_PASSWORD })],
])('after %s', (_name, takeBack) => {
  test('nothing is released to it, and the owner’s own is paid a day after it is activated', async () => {
    const { deal, thief } = await released()
    const { owner, password } = await takeBack(thief)
    await runHolds()
    await runPayouts()
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['no_target'] }])
    expect(await transferOf(deal)).toMatchObject({ on_hold: true })
    // the provider still says that it is activated
    await query('update linked_account set next_try_at = clock_timestamp() where user_id = $1', [owner.id])
    await runAccounts()
    expect((await accountOf(owner)).waits).toBe('needs_clarification')

    await unlock(owner)
    expect((await submit(owner, { ...OWNERS, password })).status).toBe(200)
    await runAccounts()
    expect(await settlementsOf(owner)).toMatchObject({ account_number: OWNERS.account_number })
    await activate(owner)
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['cooling'] }])
    await dayAfter(owner)
    await app.advance('P2D')
    await runPayouts()
    expect(await transferOf(deal)).toMatchObject({ on_hold: false })
  })

  test('what the provider keeps of the thief is never taken for the owner’s', async () => {
    const { deal, thief } = await released()
    const { owner, password } = await takeBack(thief)
    await runHolds()
    const before = (await new Mailbox(app).all(owner.email)).length
    expect((await submit(owner, { ...OWNERS, password })).status).toBe(200)
    await runAccounts()
    await runAccounts()
    // its form is locked: it answers "activated", of the thief's bank account
    expect(await settlementsOf(owner)).toMatchObject({ account_number: '123456789012' })
    expect((await accountOf(owner)).waits).toBe('under_review')
    expect(await payoutsOf(deal)).toMatchObject([{ status: 'held', held_because: ['no_target'] }])
    expect((await new Mailbox(app).all(owner.email)).length).toBe(before + 1)
    // the team has it changed at the provider
    fake.state.find(await productOf(owner), 'product').active_configuration.settlements.account_number =
      OWNERS.account_number
    fake.state.find(await productOf(owner), 'product').active_configuration.settlements.ifsc_code =
      OWNERS.ifsc
    await query('update linked_account set next_try_at = clock_timestamp() where user_id = $1', [owner.id])
    await runAccounts()
    expect((await accountOf(owner)).waits).toBe('cooling')
  })
})
