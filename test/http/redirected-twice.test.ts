/** A thief with a session and the password redirects a release, and then sets another target behind it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import {
  bankAddressOf,
  bankOf,
  payoutOf,
  pressNotMe,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { bringTo, PASSWORD, type Pair, type Person, take, teammate } from '#test/support/people.ts'
import { addressOf, RecordingRail } from '#test/support/rails.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const rail = new RecordingRail()
const app = useVerifyingApp([sender], { payoutRails: [rail] })
beforeEach(() => {
  rail.orders.length = 0
})

const FRESH = 'Fresh@2026x'

/** By the mailed link; answers the owner, signed in again. */
async function resetPassword(who: Person): Promise<Person> {
  await app.call('POST', '/auth/users/reset_password', { body: { email: who.email } })
  const { text } = await new Mailbox(app).last(who)
  const [, uid, token] = /confirm\/([\w-]+)\/([\w-]{43})/.exec(text) ?? []
  const confirmed = await app.call('POST', '/auth/users/reset_password_confirm', {
    body: { uid, token, new_password: FRESH, re_new_password: FRESH },
  })
  expect(confirmed.status).toBe(204)
  return signIn(who, FRESH)
}

async function signIn(who: Person, password = PASSWORD): Promise<Person> {
  const { body } = await app.call('POST', '/api/auth/login', {
    body: { phone_number: who.phone, password },
  })
  return { ...who, token: body.token }
}

describe('a release between two targets of a thief', () => {
  /** Held with a copy of the first; the tokens are those of "this was not me", oldest first. */
  async function redirected() {
    const pair = await verifiedPair(app, sender)
    await bringTo(app, pair, 'delivered')
    await setTarget(app, pair.payee, { ...upiOf(pair), upi_id: `first${pair.payee.phone}@bank` })
    await take(app, pair.payer, pair.formPk, 'release')
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['cooling'] })
    await setTarget(app, pair.payee, { ...upiOf(pair), upi_id: `second${pair.payee.phone}@bank` })
    const mails = await new Mailbox(app).all(pair.payee.email)
    const tokens = mails.flatMap(({ text }) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1] ?? [])
    expect(tokens).toHaveLength(3)
    return { pair, tokens }
  }
  async function paidAfter(pair: Pair, own: object): Promise<string[]> {
    expect((await setTarget(app, await signIn(pair.payee), own)).status).toBe(200)
    const admin = await teammate(app, 'Admin')
    const lifted = await app.call('POST', `/api/admin/users/${pair.payee.id}/payouts/unfreeze`, admin)
    expect(lifted.status).toBe(204)
    await app.advance('PT25H')
    await app.runJobs()
    return rail.orders.map(addressOf)
  }

  it.each([
    ['its own target', 0],
    ['the first', 1],
    ['the second', 2],
  ])('goes to its owner, who pressed the link in the mail of %s', async (_name, index) => {
    const { pair, tokens } = await redirected()
    expect((await pressNotMe(app, tokens[index])).status).toBe(200)
    expect(await paidAfter(pair, bankOf(pair))).toEqual([bankAddressOf(pair)])
  })

  it('goes to its owner, who put an account of their own back before pressing it', async () => {
    const { pair, tokens } = await redirected()
    await setTarget(app, pair.payee, { ...bankOf(pair), account_number: `6010${pair.payee.phone}` })
    expect((await pressNotMe(app, tokens[1])).status).toBe(200)
    expect(await paidAfter(pair, bankOf(pair))).toEqual([bankAddressOf(pair)])
  })

  it('goes to its owner, who has reset the password', async () => {
    const { pair } = await redirected()
    const owner = await resetPassword(pair.payee)
    expect((await setTarget(app, owner, { ...bankOf(pair), password: FRESH })).status).toBe(200)
    await app.advance('P5D')
    await app.runJobs()
    expect(rail.orders.map(addressOf)).toEqual([bankAddressOf(pair)])
  })
})
