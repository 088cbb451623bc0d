/** What of a deal's answer follows from its facts: the actions with their effects, the lapse, the shares, what is to be paid. */
import { describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { SAMPLE_NOW, sampleFacts } from '#test/support/sample-facts.ts'
import { sampleDeal } from '#test/support/sample-rows.ts'
import { presentActions, presentLapse, presentPolicy, presentShares, toPay } from './present-facts.ts'
import { canBeRated } from './rate.ts'
import { maskedName } from './welcome.ts'

const work = { track: 'services', amountPaise: paise(2_000_000), completionAt: null } as const
const parts = { payer_paise: 0, payee_paise: 1_900_000, commission_paise: 100_000 }

describe('an action', () => {
  it('says what it leads to, for whom, and that it cannot be undone', () => {
    const actions = presentActions(sampleFacts({ ...work, status: 'delivered' }), 'payer', SAMPLE_NOW)
    expect(actions.find(({ name }) => name === 'release')).toEqual({
      ...{ name: 'release', fields: expect.any(Array), to: 'released', hold: 'release', parts, final: true },
    })
    const complain = actions.find(({ name }) => name === 'complain')
    expect(complain).toMatchObject({ to: 'disputed', hold: null, parts: null, final: false })
    expect(complain?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['reason', 'statement']))
  })
  it('is nobody’s whose turn it is not, and nobody’s once the time is over', () => {
    const facts = sampleFacts({ ...work, status: 'delivered' })
    expect(presentActions(facts, 'payee', SAMPLE_NOW).map(({ name }) => name)).not.toContain('release')
    expect(presentActions(facts, 'payer', facts.dueAt ?? 0)).toEqual([])
  })
})

it('a deadline says what it does, and none says nothing', () => {
  expect(presentLapse(sampleFacts({ ...work, status: 'delivered' }))).toEqual({
    ...{ to: 'released', hold: 'release', parts },
  })
  expect(presentLapse(sampleFacts({ status: 'agreed', fundedAt: null }))).toMatchObject({
    hold: null,
    parts: null,
  })
  expect(presentLapse(sampleFacts({ status: 'released' }))).toBeNull()
})

it('the shares are of the amount: the payee’s less commission, and the fee of a cancellation', () => {
  const facts = sampleFacts({ ...work, commissionBasisPoints: 500, cancellationFeeBasisPoints: 1_000 })
  expect(presentShares(facts)).toEqual({
    ...{ amount_paise: 2_000_000, release_payee_paise: 1_900_000, cancellation_fee_paise: 200_000 },
    commission_basis_points: 500,
  })
})

it('what is due is shown with its purpose, and nothing where nothing is', () => {
  const facts = sampleFacts({ status: 'agreed' })
  expect(toPay(facts, 'payer')).toEqual({ purpose: 'amount', amount_paise: 150_000 })
  expect(toPay(facts, 'payee')).toBeNull()
})

it('of the policy the operator’s calendar and limits are not told', () => {
  const { calendar, payoutLimits, ...shownPolicy } = DEFAULT_POLICY
  expect([calendar, payoutLimits]).not.toContain(undefined)
  expect(JSON.parse(JSON.stringify(presentPolicy(sampleFacts())))).toEqual(
    JSON.parse(JSON.stringify(shownPolicy)),
  )
})

it.each([
  ['released', new Date(), true],
  ['refunded', new Date(), true],
  ['expired', null, false],
  ['delivered', new Date(), false],
  ['proposed', null, false],
] as const)('%s, paid at %s: may be rated is %s', (status, funded_at, may) =>
  expect(canBeRated(sampleDeal({ status, funded_at }))).toBe(may),
)

it.each([
  ['Asha', 'Patil', 'Asha P.'],
  ['Asha', '  Patil', 'Asha P.'],
  ['आशा', 'कीर्ति', 'आशा की.'],
  ['Asha', ' ', 'Asha'],
])('before sign-in "%s" "%s" is %s', (first, last, shown) => expect(maskedName(first, last)).toBe(shown))
