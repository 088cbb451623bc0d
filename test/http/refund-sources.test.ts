/** Money goes back to the account that it came from: the reference of a pay-in can be handed to anybody. */
import { expect, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { agreedGoods, arrives as arrivesAt, dueOf } from '#test/support/money.ts'
import { look, type Pair, pay, take } from '#test/support/people.ts'

const app = useApp()

const arrives = (reference: string, rupees: number, source: string) =>
  arrivesAt(app, { reference, rupees, source })
const payoutsOf = async ({ formPk }: Pair) =>
  (
    await app.db.ownerPool.query(
      `select purpose, party, amount_paise::int as paise, destination from payout where deal_id = $1
        order by purpose, amount_paise`,
      [formPk],
    )
  ).rows

test('a thief who pays Rs 1 first does not get what a victim pays to the same reference', async () => {
  const pair = await agreedGoods(app)
  const { reference } = await dueOf(app, pair)
  await arrives(reference, 1, 'thief@upi')
  await arrives(reference, 1500, 'thief@upi')
  await arrives(reference, 50_000, 'victim@upi')
  await app.runJobs()
  expect(await payoutsOf(pair)).toEqual([
    { purpose: 'stray', party: 'payer', paise: 100, destination: 'thief@upi' },
    { purpose: 'stray', party: 'payer', paise: 5_000_000, destination: 'victim@upi' },
  ])
  expect(await app.verify()).toEqual([])
})

test('nor what is refunded of the victim’s payment that funded the deal', async () => {
  const pair = await agreedGoods(app)
  const { reference } = await dueOf(app, pair)
  await arrives(reference, 1, 'thief@upi')
  await arrives(reference, 1600, 'victim@upi')
  await take(app, pair.payee, pair.formPk, 'cancel')
  expect(await payoutsOf(pair)).toEqual([
    { purpose: 'refund', party: 'payer', paise: 150_000, destination: 'victim@upi' },
    { purpose: 'stray', party: 'payer', paise: 100, destination: 'thief@upi' },
    { purpose: 'stray', party: 'payer', paise: 10_000, destination: 'victim@upi' },
  ])
})

test('a dispute fee goes back to where the fee came from, not to where the amount came from', async () => {
  const pair = await agreedGoods(app)
  await arrives((await dueOf(app, pair)).reference, 1500, 'amount@upi')
  await take(app, pair.payee, pair.formPk, 'ship', { courier: 'other', tracking_number: 'A1' })
  await take(app, pair.payer, pair.formPk, 'complain', {
    reason: 'late',
    statement: 'It has not come',
    wanted: 'full_refund',
  })
  await arrives((await dueOf(app, pair)).reference, 50, 'fee@upi')
  await pay(app, pair.payee, pair.formPk)
  await take(app, pair.payer, pair.formPk, 'withdraw_complaint')
  expect((await look(app, pair.payer, pair.formPk)).status).toBe('released')
  const back = (await payoutsOf(pair)).filter(({ purpose }) => purpose === 'fee_back')
  expect(back.find(({ party }) => party === 'payer')).toMatchObject({ destination: 'fee@upi' })
})
