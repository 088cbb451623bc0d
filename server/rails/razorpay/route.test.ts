/** Route over the fake: accounts of payees, money on hold, and answers that are lost. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Holds, PayeeDetails } from '#server/rails/holds.ts'
import { payeeOf } from '#test/support/fakes/razorpay/payee.ts'
import { FAKE_KEYS, FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { RazorpayRail } from './razorpay.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
beforeEach(() => {
  fake.faults.length = 0
  fake.calls.length = 0
})
const rail = new RazorpayRail(
  {
    ...{ keyId: FAKE_KEYS.keyId, keySecret: FAKE_KEYS.keySecret, accountNumber: FAKE_KEYS.accountNumber },
    ...{ webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url, timeoutMs: 1_000 },
    route: {
      ...{ category: 'ecommerce', subcategory: 'ecommerce_marketplace' },
      ...{ businessTypes: ['individual'], holdDays: 90 },
    },
  },
  'Amanat',
)
const holds = rail.holds as Holds
const { accounts } = holds

let count = 0
const details = (over: Partial<PayeeDetails> = {}): PayeeDetails => {
  count += 1
  return {
    ...{ email: `ravi${count}@example.com`, phone: '+919876543210', legalName: 'Ravi Shah' },
    ...{ businessType: 'individual', pan: 'ABCPS1234K', street: '1 MG Road', city: 'Pune' },
    ...{ state: 'Maharashtra', postalCode: '411001', accountNumber: '123456789012', ifsc: 'HDFC0000317' },
    ...over,
  }
}
async function opened(details: PayeeDetails): Promise<string> {
  const answer = await accounts.open(details)
  if (answer.is !== 'done') throw new Error(`open answered ${answer.is}`)
  return answer.facts
}

describe('an account of a payee', () => {
  it('is opened, owned, standing for and given its bank account, and waits for the review', async () => {
    const ravi = details()
    const id = await opened(ravi)
    expect(await accounts.addOwner(id, ravi)).toMatchObject({
      is: 'done',
      facts: expect.stringMatching(/^sth_/),
    })
    const standing = await accounts.request(id)
    expect(standing).toMatchObject({ is: 'done', facts: { state: 'needs_clarification' } })
    const productId = standing.is === 'done' ? standing.facts.productId : ''
    expect(await accounts.setBank(id, productId, ravi)).toMatchObject({ facts: { state: 'under_review' } })
    // what is said again while they look counts as said
    expect(await accounts.setBank(id, productId, ravi)).toMatchObject({ facts: { state: 'under_review' } })
  })

  it.each(['500_after', 'reset_after', 'html_after'] as const)(
    'whose answer was lost (%s) is transfers by its email',
    async (what) => {
      const ravi = details()
      fake.fail(/POST \/v2\/accounts$/, what)
      expect((await accounts.open(ravi)).is).toBe('unknown')
      const id = await opened(ravi)
      expect(fake.state.list('account', ({ email }) => email === ravi.email).items).toMatchObject([{ id }])
    },
  )

  it('of another person with the same email is not taken for theirs', async () => {
    const ravi = details()
    await opened(ravi)
    const other = await accounts.open({ ...ravi, phone: '+919000000001' })
    expect(other).toMatchObject({ is: 'refused', retry: 'never' })
  })

  it('has one owner, also where the answer to the first was lost', async () => {
    const ravi = details()
    const id = await opened(ravi)
    fake.fail(/stakeholders$/, '500_after')
    expect((await accounts.addOwner(id, ravi)).is).toBe('unknown')
    expect(await accounts.addOwner(id, ravi)).toEqual({ is: 'done', facts: null })
  })

  it.each([
    ['a PAN of a company goes with the business', 'ABCCS1234K', 'legal_info', undefined],
    ['a PAN of a person with its owner', 'ABCPS1234K', undefined, { pan: 'ABCPS1234K' }],
  ])('%s', async (_name, pan, inBusiness, kyc) => {
    const ravi = details({ pan })
    const id = await opened(ravi)
    await accounts.addOwner(id, ravi)
    expect(fake.state.entities.get(id)?.legal_info).toEqual(inBusiness ? { pan } : undefined)
    const [owner] = fake.state.list('stakeholder', ({ account_id }) => account_id === id).items
    expect(owner?.kyc).toEqual(kyc)
  })
})

describe('money on hold', () => {
  async function held(amountPaise = 90_000) {
    const accountId = payeeOf(fake)
    count += 1
    const answer = await rail.checkout.openOrder({
      ...{ id: `p${count}`, reference: `TD${count}ROUTE`, amountPaise: 100_000 },
      payer: { id: '1', phone: '+919876543210' },
      hold: { accountId, amountPaise },
    })
    if (answer.is !== 'done') throw new Error(`the order answered ${answer.is}`)
    const paymentId = fake.pay(answer.facts)
    const transfers = await holds.findOfOrder(answer.facts)
    const [transfer] = transfers.is === 'done' ? transfers.facts : []
    if (!transfer) throw new Error('the order has no transfer')
    return { orderId: answer.facts, paymentId, transfer, accountId }
  }

  it('is transferred with the order and stays until it is let go, twice without harm', async () => {
    const { transfer, accountId } = await held()
    expect(transfer).toMatchObject({ accountId, amountPaise: 90_000, state: 'made', isOnHold: true })
    for (let i = 0; i < 2; i += 1)
      expect(await holds.release(transfer.id)).toMatchObject({ facts: { isOnHold: false, isSettled: false } })
    fake.settleTransfers()
    expect(await holds.find(transfer.id)).toMatchObject({ is: 'done', facts: { isSettled: true } })
  })

  it('that goes back whose answer is lost shows in the transfer', async () => {
    const { transfer } = await held()
    fake.fail(/reversals$/, 'reset_after')
    expect((await holds.reverse(transfer.id, 40_000)).is).toBe('unknown')
    expect(await holds.find(transfer.id)).toMatchObject({ facts: { reversedPaise: 40_000 } })
    expect(await holds.reverse(transfer.id, 50_001)).toMatchObject({ is: 'refused', retry: 'never' })
  })

  it('that was not transferred is transferred from the payment', async () => {
    fake.state.failing = 1
    const { transfer, paymentId, accountId } = await held()
    expect(transfer.state).toBe('failed')
    const newest = await holds.transfer(paymentId, { accountId, amountPaise: 50_000 })
    expect(newest).toMatchObject({
      is: 'done',
      facts: { state: 'made', isOnHold: true, amountPaise: 50_000 },
    })
    expect(await holds.findOfPayment(paymentId)).toMatchObject({ facts: [{ amountPaise: 50_000 }] })
  })

  it('nothing goes to an account that is not activated', async () => {
    const accountId = await opened(details())
    const order = {
      id: 'p',
      reference: 'TDNOTACTIVE',
      amountPaise: 100_000,
      payer: { id: '1', phone: '+919876543210' },
    }
    const answer = await rail.checkout.openOrder({ ...order, hold: { accountId, amountPaise: 90_000 } })
    expect(answer).toMatchObject({ is: 'refused', retry: 'never' })
  })
})
