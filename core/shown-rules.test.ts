import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, readPolicy } from './policy.ts'
import { rulesOf, SHOWN_RULES } from './shown-rules.ts'

describe('the figures that a page prints', () => {
  it('are the house’s own where an answer has none', () => {
    expect(rulesOf({ policy: {} })).toEqual(SHOWN_RULES)
    expect(DEFAULT_POLICY).toMatchObject(SHOWN_RULES)
  })

  it('are those of the answer, each by itself', () => {
    const part = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
    const span = fc.integer({ min: 1, max: 86_400_000 })
    const answers = fc.record(
      {
        unresponsivenessMs: part(span),
        complaintWindowMs: part(
          fc.record({ shopping: part(span), services: part(span) }, { requiredKeys: [] }),
        ),
        returnCourierPaise: part(fc.record({ max: part(fc.nat()) }, { requiredKeys: [] })),
        disputeFeePaise: part(fc.nat()),
        claimBusinessDays: fc.constant(3),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(answers, (answered) => {
        const read = rulesOf({ policy: answered })
        expect(readPolicy(answered)).toMatchObject(read)
        expect(Object.keys(read)).toEqual(Object.keys(SHOWN_RULES))
      }),
    )
  })

  it.each([null, '48', undefined, {}, []])('%j is no figure', (figure) => {
    expect(rulesOf({ policy: { trackingWindowMs: figure, returnCourierPaise: figure } })).toEqual(SHOWN_RULES)
  })
})
