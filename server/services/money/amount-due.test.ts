/** What is due from whom: the amount of what is agreed from its payer, a fee from each side of a dispute. */
import { describe, expect, it } from 'vitest'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { dueFrom } from './amount-due.ts'

const FEE = DEFAULT_POLICY.disputeFeePaise
const refusal = (code: string) => ({ code })

describe('of what is agreed', () => {
  const facts = sampleFacts({ status: 'agreed' })
  it('the payer owes the amount, and nobody else anything', () => {
    expect(dueFrom('payer', facts)).toEqual({ party: 'payer', purpose: 'amount', amountPaise: 150_000 })
    expect(dueFrom('payee', facts)).toMatchObject(refusal('forbidden'))
    expect(dueFrom('team', facts)).toMatchObject(refusal('forbidden'))
  })
})

describe('of a dispute', () => {
  const paid = { payer: paise(0), payee: paise(FEE) }
  const due = { party: 'payer', purpose: 'fee', amountPaise: FEE }
  it.each<[string, Partial<DealFacts>, object]>([
    ['complained of', { status: 'disputed' }, due],
    ['between the two', { status: 'negotiating' }, due],
    ['before the team', { status: 'mediation' }, refusal('wrong_state')],
    ['before there is one', { status: 'delivered', dispute: null }, refusal('wrong_state')],
    ['without its row', { status: 'disputed', dispute: null }, refusal('wrong_state')],
    [
      'where none is asked for',
      { status: 'disputed', policy: { ...DEFAULT_POLICY, disputeFeePaise: paise(0) } },
      refusal('wrong_state'),
    ],
  ])('%s: who has not paid is asked', (_name, over, expected) =>
    expect(
      dueFrom('payer', sampleFacts({ dispute: sampleDispute({ feePaidPaise: paid }), ...over })),
    ).toMatchObject(expected),
  )
  it('who has paid is asked no more, and the team never', () => {
    const facts = sampleFacts({ status: 'disputed', dispute: sampleDispute({ feePaidPaise: paid }) })
    expect(dueFrom('payee', facts)).toMatchObject(refusal('wrong_state'))
    expect(dueFrom('team', facts)).toMatchObject(refusal('forbidden'))
  })
})
