/** The operator's own UPI id: what a payer is told, and whom it believes. */
import { expect, test } from 'vitest'
import { UpiRail } from './upi.ts'

const payee = { id: 'amanat@okbank', name: 'Amanat', merchantCategory: undefined } as const
const order = { id: 'p1', reference: 'TD12345678', amountPaise: 2_500_00 }

test.each([
  ['merchant', 'upi://pay?pa=amanat@okbank&pn=Amanat&tr=TD12345678&tn=TD12345678&am=2500.00&cu=INR'],
  ['personal', 'upi://pay?pa=amanat@okbank&pn=Amanat&tn=TD12345678&am=2500.00&cu=INR'],
] as const)('a pay-in to a %s id is opened without asking anybody', async (payeeKind, upiUrl) => {
  expect(await new UpiRail({ ...payee, payeeKind }).openPayIn(order)).toEqual({
    is: 'done',
    facts: { upiUrl, opensApp: payeeKind === 'merchant', payeeVpa: 'amanat@okbank', payeeName: 'Amanat' },
  })
})

test('nobody may report anything, and it pays nobody by itself', () => {
  const rail = new UpiRail({ ...payee, payeeKind: 'merchant' })
  expect(rail.readWebhook()).toEqual({ is: 'forged' })
  expect([rail.can.pays, 'send' in rail]).toEqual(['by_hand', false])
})
