/** Thefts of money on its way out, played whole: an account opened in another's name, and everything at the same moment. */
import { expect, it } from 'vitest'
import { startApp } from '#test/support/app.ts'
import {
  notMeToken,
  payoutOf,
  pressNotMe,
  release,
  setTarget,
  UPI,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { accept, bringTo, offerServices, PASSWORD, pay, take } from '#test/support/people.ts'
import { addressOf, RecordingRail } from '#test/support/rails.ts'
import { resetPassword } from '#test/support/sign-in.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const sender = new FakeSender()
const rail = new RecordingRail()
const app = useVerifyingApp([sender], { payoutRails: [rail] })

it('an account opened in the name of another pays the thief nothing once its owner has reset the password', async () => {
  // nothing is checked here: the thief could register the victim's number and address
  const practice = await startApp({ payoutRails: [rail] })
  try {
    const thiefs = { payment_number: '9111133333', target: { ...UPI, upi_id: 'thief@bank' } }
    const pair = await offerServices(practice)
    const { payee, payer, formPk } = pair
    await practice.db.ownerPool.query('update app_user set payment_number = $1 where id = $2', [
      thiefs.payment_number,
      payee.id,
    ])
    await setTarget(practice, payee, thiefs.target)
    const owner = await resetPassword(practice, payee)
    await accept(practice, pair)
    await pay(practice, payer, formPk)
    await take(practice, owner, formPk, 'start')
    await take(practice, owner, formPk, 'deliver', { note: 'Done' })
    await take(practice, payer, formPk, 'release')
    await practice.advance('P5D')
    await practice.runJobs()
    expect(rail.orders.map(addressOf)).toEqual([`u${payee.id}-${payee.phone.slice(-4)}@sandbox`])
    expect(await practice.verify()).toEqual([])
  } finally {
    await practice.stop()
  }
})

it('released, redirected and stopped at the same moment: nothing goes to the thief, in any order', async () => {
  for (let round = 0; round < 4; round += 1) {
    rail.orders.length = 0
    const pair = await verifiedPair(app, sender)
    const token = await notMeToken(app, pair.payee)
    await bringTo(app, pair, 'delivered')
    const thiefs = { ...upiOf(pair), upi_id: `thief${round}@bank`, password: PASSWORD }
    await Promise.all([
      take(app, pair.payer, pair.formPk, 'release'),
      setTarget(app, pair.payee, thiefs),
      pressNotMe(app, token),
    ])
    await app.advance('P4D')
    await app.runJobs()
    // released a moment before the freeze was seen, it is queued, and not claimed while its owner is frozen
    expect(rail.orders).toEqual([])
    expect((await payoutOf(app, pair)).status).toMatch(/^(held|queued)$/)
  }
  expect(await app.verify()).toEqual([])
})

it('a payout that two processes claim, while its owner stops it, is sent once at the most', async () => {
  rail.orders.length = 0
  const pair = await verifiedPair(app, sender)
  const token = await notMeToken(app, pair.payee)
  await release(app, pair)
  await Promise.all([app.runJobs(), app.runJobs(), pressNotMe(app, token), app.runJobs()])
  await app.runJobs()
  const { status } = await payoutOf(app, pair)
  expect([status, rail.orders.length]).toEqual(rail.orders.length === 1 ? ['paid', 1] : ['held', 0])
  expect(await app.verify()).toEqual([])
})
