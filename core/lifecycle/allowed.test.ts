/** What is offered to whom. That it is what `decide` would take is shown by the matrix. */
import { describe, expect, it } from 'vitest'
import { SAMPLE_NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { allowedActions } from './allowed.ts'
import { isTerminal, STATUSES } from './states.ts'

const running = (['shopping', 'services'] as const).flatMap((track) =>
  STATUSES.filter((status) => !isTerminal(status)).map((status) => ({ track, status })),
)
const ACTORS = ['payer', 'payee', 'team', 'gateway'] as const

describe('in the moment of the deadline', () => {
  it.each(running)('$track $status offers nothing to anybody', ({ track, status }) => {
    const facts = sampleFacts({ track, status, dispute: sampleDispute() })
    const dueAt = facts.dueAt ?? Number.NaN
    const offered = (now: number) => ACTORS.flatMap((by) => allowedActions(facts, by, now))
    expect(dueAt).toBeGreaterThan(SAMPLE_NOW)
    expect(offered(dueAt - 1)).not.toEqual([])
    expect(offered(dueAt)).toEqual([])
    expect(offered(dueAt + 1)).toEqual([])
  })
})
