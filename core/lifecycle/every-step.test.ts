import { describe, expect, it } from 'vitest'
import type { Track } from '#core/ids.ts'
import { SAMPLE_NOW, sampleFacts } from '#test/support/sample-facts.ts'
import { everyStep } from './every-step.ts'
import { TRANSITIONS, type Transition } from './transitions.ts'

const stepsOf = (track: Track) => [
  ...everyStep(sampleFacts({ track, fundedAt: null, deliveredAt: null }), SAMPLE_NOW).values(),
]
const words = ({ from, on, to, when }: Transition) => JSON.stringify([from, on, to, when])

describe('every step', () => {
  it('has each row of the table but the first, which makes the deal, in one track or the other', () => {
    const rows = new Set([...stepsOf('shopping'), ...stepsOf('services')].map(({ decision }) => decision.row))
    expect(TRANSITIONS.filter((row) => !rows.has(row)).map(words)).toEqual([
      words(TRANSITIONS[0] as Transition),
    ])
  })

  it('has no returns of work', () => {
    const states = new Set(stepsOf('services').map(({ decision }) => decision.next.status))
    for (const status of ['return_requested', 'returning', 'return_in_transit'] as const)
      expect(states).not.toContain(status)
  })

  it('shows a disputed delivery from either complainant, and each answer to it', () => {
    const complainants = new Set(
      stepsOf('shopping').map(({ decision }) => decision.next.dispute?.complainant),
    )
    expect([...complainants].toSorted()).toEqual(['payee', 'payer', undefined])
  })
})
