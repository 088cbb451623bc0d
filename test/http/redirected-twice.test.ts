/** A thief with a session and the password redirects a release, and then sets another target behind it. */
import { describe, expect, it } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import { usePayouts } from '#test/support/payout-desk.ts'
import {
  bankAddressOf,
  bankOf,
  payoutOf,
  pressNotMe,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { bringTo, type Pair, take } from '#test/support/people.ts'
import { NEW_PASSWORD, resetPassword, signInAgain } from '#test/support/sign-in.ts'

const { app, sender, destinationsOf, act } = usePayouts()

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
    expect((await setTarget(app, await signInAgain(app, pair.payee), own)).status).toBe(200)
    expect((await act(`users/${pair.payee.id}/payouts/unfreeze`)).status).toBe(204)
    await app.advance('PT25H')
    await app.runJobs()
    return destinationsOf(pair)
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
    const owner = await resetPassword(app, pair.payee)
    expect((await setTarget(app, owner, { ...bankOf(pair), password: NEW_PASSWORD })).status).toBe(200)
    await app.advance('P5D')
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([bankAddressOf(pair)])
  })
})
