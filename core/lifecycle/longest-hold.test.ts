// How long money can be held at most. A block in the payer's own bank (a UPI mandate) ends after 90 days, and a deal that
// outlives it would go on without money. So a rail that blocks instead of holding can take purchases without extensions
// and short work, and the policy that keeps them within it is the time to decide and the number of changes.
import { describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY, type Policy } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import { SAMPLE_NOW, sampleFacts } from '#test/support/sample-facts.ts'
import { decide, decideLapse } from './decide.ts'
import type { Actor, DealFacts, Decision, Request } from './facts.ts'
import { isTerminal, type Party } from './states.ts'
import { ACTIONS, type Action } from './transitions.ts'

const BLOCK_DAYS = 90
const ACTORS: readonly Actor[] = ['payer', 'payee', 'team', 'gateway']
const PARTIES: readonly Party[] = ['payer', 'payee']
const FEE = paise(5000)
const INPUT: Partial<Record<Action, Request['input']>> = {
  decide: { payer_share_paise: 1, at_fault: 'none', reasons: 'x' },
}

/** They change no deadline, and would only multiply the ways; extensions are agreed dates, looked at by themselves. */
const LEFT_OUT: readonly Action[] = ['propose_extension', 'propose_split', 'escalate']

/** Every step that a deal can take, each at the last moment. */
function stepsFrom(facts: DealFacts): Decision[] {
  const { dueAt, dispute } = facts
  if (dueAt === null) return []
  const requests = ACTIONS.filter((action) => !LEFT_OUT.includes(action)).flatMap((action) =>
    ACTORS.map((by): Request => ({ action, by, now: dueAt - 1, input: INPUT[action] })),
  )
  const unpaid = PARTIES.filter((party) => dispute?.feePaidPaise[party] === 0)
  const results = requests.flatMap((request) => {
    if (request.action !== 'pay_fee') return [decide(facts, request)]
    return unpaid.map((party) => decide(facts, { ...request, fee: { party, paise: FEE } }))
  })
  return [...results, decideLapse(facts, dueAt)].filter((result) => result.ok)
}

/** The end of the longest way through the table, epoch ms. */
function latestEnd(start: DealFacts): number {
  const visited = new Set<string>()
  const open = [start]
  let latest = 0
  for (let facts = open.pop(); facts; facts = open.pop()) {
    for (const { next } of stepsFrom(facts)) {
      if (isTerminal(next.status)) latest = Math.max(latest, facts.dueAt ?? 0)
      const key = JSON.stringify(next)
      if (isTerminal(next.status) || visited.has(key)) continue
      visited.add(key)
      open.push(next)
    }
  }
  return latest
}

const fundedAt = (now: number, facts: Partial<DealFacts>): DealFacts => {
  const agreed = sampleFacts({
    status: 'agreed',
    dueAt: now + DAY_MS,
    dueEvent: 'unresponsiveness',
    ...facts,
  })
  const result = decide(agreed, { action: 'fund', by: 'gateway', now })
  if (!result.ok) throw new Error(result.code)
  return result.next
}

/** A calm month, the holidays of autumn, and the turn of the year: days of rest make the delivery's time longer. */
const STARTS = ['2026-06-10', '2026-09-28', '2026-12-22'].map((day) => Date.parse(`${day}T12:00:00+05:30`))
const longestDays = (factsAt: (now: number) => Partial<DealFacts>): number =>
  Math.max(...STARTS.map((now) => Math.ceil((latestEnd(fundedAt(now, factsAt(now))) - now) / DAY_MS)))

const workDoneIn = (days: number, over: Partial<Policy> = {}) =>
  longestDays((now) => ({
    track: 'services',
    completionAt: now + days * DAY_MS,
    policy: { ...DEFAULT_POLICY, ...over },
  }))

describe('the longest time that money is held, every step at its last moment', () => {
  it('a purchase without an extension ends within the block', () => {
    expect(longestDays(() => ({ track: 'shopping' }))).toBeLessThanOrEqual(BLOCK_DAYS)
  })

  it('by the time that the team has to decide: twice as long, and it would not', () => {
    const policy = { ...DEFAULT_POLICY, decisionLimitMs: 2 * DEFAULT_POLICY.decisionLimitMs }
    expect(longestDays(() => ({ track: 'shopping', policy }))).toBeGreaterThan(BLOCK_DAYS)
  })

  it('work does not, but where its date is near and changes are not request for again and again', () => {
    expect(workDoneIn(14)).toBeGreaterThan(BLOCK_DAYS)
    expect(workDoneIn(14, { maxChangeRequests: 0 })).toBeLessThanOrEqual(BLOCK_DAYS)
  })

  it('an extension leads beyond it: up to two years from the funding are taken', () => {
    const funded = fundedAt(SAMPLE_NOW, { track: 'shopping' })
    const shipped = decide(funded, { action: 'ship', by: 'payee', now: SAMPLE_NOW })
    if (!shipped.ok) throw new Error(shipped.code)
    const due = SAMPLE_NOW + BLOCK_DAYS * DAY_MS
    const input = { due }
    const request = { action: 'propose_extension', by: 'payee', now: SAMPLE_NOW, input } as const
    expect(decide(shipped.next, request).ok).toBe(true)
  })
})
