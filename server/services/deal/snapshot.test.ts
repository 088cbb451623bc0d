/** What messages know of a deal right after a step: whether money is held, which fees are due, what the deadline would do. */
import { expect, it } from 'vitest'
import { releaseParts } from '#core/charges.ts'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { SAMPLE_NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { currentSnapshot, snapshotAfter } from './snapshot.ts'

const FEE = DEFAULT_POLICY.disputeFeePaise

it.each([
  ['proposed', null, false],
  ['agreed', null, false],
  ['funded', SAMPLE_NOW, true],
  ['mediation', SAMPLE_NOW, true],
  ['released', SAMPLE_NOW, false],
  ['expired', null, false],
] as const)('%s, paid at %s: held is %s', (status, fundedAt, isHeld) => {
  const dispute = status === 'mediation' ? sampleDispute() : null
  expect(currentSnapshot(sampleFacts({ status, fundedAt, dispute })).isHeld).toBe(isHeld)
})

it('a step keeps where it came from, how the hold was split, the fees’ fate and what was withheld', () => {
  const next = sampleFacts({ status: 'released' })
  const hold = releaseParts(next.amountPaise, next.commissionBasisPoints)
  const withheld = { tdsPaise: 1, tcsPaise: 2 }
  const fees = { payer: 'back', payee: 'kept' } as const
  const snapshot = snapshotAfter({ from: 'delivered', next, hold, fees, withheld })
  expect(snapshot).toMatchObject({
    from: 'delivered',
    status: 'released',
    shares: hold,
    withheld,
    feePaise: FEE,
  })
  expect(snapshot.fees).toEqual({
    payer: { fate: 'back', isDue: false },
    payee: { fate: 'kept', isDue: false },
  })
  expect(snapshotAfter({ from: 'delivered', next, hold, fees }).withheld).toBeNull()
})

it('no decision has split what a deal holds now, and no fee has a fate', () => {
  const snapshot = currentSnapshot(sampleFacts({ status: 'delivered' }))
  expect(snapshot).toMatchObject({ from: 'delivered', shares: null, complainant: null, movers: ['payer'] })
  expect(snapshot.fees).toEqual({ payer: { fate: null, isDue: false }, payee: { fate: null, isDue: false } })
  expect(snapshot.lapseParts).toEqual(
    releaseParts(paise(150_000), DEFAULT_POLICY.commissionBasisPoints.shopping),
  )
  expect(currentSnapshot(sampleFacts({ status: 'proposed' })).lapseParts).toBeNull()
})

it.each([
  ['disputed', FEE - 1, [true, true]],
  ['disputed', FEE, [false, true]],
  ['negotiating', 0, [false, false]],
] as const)('%s, with %i paid by the payer: due are %j', (status, payerPaise, due) => {
  const dispute = sampleDispute({
    ...{ complainant: 'payee', feePaidPaise: { payer: paise(payerPaise), payee: paise(0) } },
  })
  const { fees, complainant } = currentSnapshot(sampleFacts({ status, dispute }))
  expect([fees.payer.isDue, fees.payee.isDue]).toEqual(due)
  expect(complainant).toBe('payee')
})
