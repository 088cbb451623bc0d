/** Lines of Cashfree's settlement reconciliation in our words: which way each moves, what was kept of it, and of what it is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signedPaiseField } from './amounts.ts'
import { movementOf, reconPage } from './recon.ts'

const PAGE = join(import.meta.dirname, '../../../test/fixtures/cashfree/settlement-recon.json')
const { data } = reconPage.parse(JSON.parse(readFileSync(PAGE, 'utf8')).body)
const [payment, refund, reversal] = data
if (!payment || !refund || !reversal) throw new Error('a sample is missing')

it('the samples of the page', () => {
  expect(movementOf(payment)).toEqual({
    ...{ type: 'payment', id: '6f9db742-e423-40ed-afee-2e7898b98c9e.5114910810523', amountPaise: 5_100_000 },
    ...{ debitPaise: 0, creditPaise: 4_985_658, feePaise: 114_342, taxPaise: 17_442 },
    ...{ orderId: '6f9db742-e423-40ed-afee-2e7898b98c9e', paymentId: null, disputeId: null },
    ...{ settlementId: '45406', settlementUtr: 'PGI45406' },
  })
  expect(movementOf(refund)).toMatchObject({
    ...{ type: 'refund', id: '43594', debitPaise: 20_000, creditPaise: 0, feePaise: 0, orderId: null },
    ...{ paymentId: 'order_1527072DQpGNwTMBlnAc1GfxmWalriHBG.885472862', settlementUtr: 'PGI45406' },
  })
  expect(movementOf(reversal)).toMatchObject({
    ...{ type: 'adjustment', id: '7711.reversal', disputeId: '7711', creditPaise: 20_000, debitPaise: 0 },
  })
})

it('is none while it is part of no transfer', () => {
  expect(movementOf({ ...payment, settlement_details: null })).toBeNull()
})

it.each([
  ['a payment that is debited', payment, { sale_type: 'DEBIT' }, 'other'],
  ['a refund that is credited', refund, { sale_type: 'CREDIT' }, 'other'],
  ['an amount below zero', payment, { event_amount: -100 }, 'other'],
  ['neither credit nor debit', payment, { sale_type: 'BOTH' }, 'other'],
  ['a kind that nobody has heard of', refund, { event_type: 'OTHER_ADJUSTMENT' }, 'adjustment'],
])('%s', (_, item, over, type) => {
  expect(movementOf({ ...item, event_details: { ...item.event_details, ...over } })?.type).toBe(type)
})

it('reads amounts below zero to the paisa, and nothing that is none', () => {
  expect([-200, '-0.54', 3.1, 0, '-0'].map((value) => signedPaiseField.parse(value))).toEqual([
    -20_000, -54, 310, 0, 0,
  ])
  expect(['--1', '1e3', 1.005].map((value) => signedPaiseField.safeParse(value).success)).toEqual([
    ...Array(3).fill(false),
  ])
})
