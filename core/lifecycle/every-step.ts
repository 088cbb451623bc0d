/** Every step that the lifecycle's table has for a deal: for texts about all of them. */
import { type Paise, paise, shareOf } from '#core/money.ts'
import { DAY_MS } from '#core/time.ts'
import { decide, decideLapse } from './decide.ts'
import type { Actor, DealFacts, Decision, Request } from './facts.ts'
import { isTerminal, type Party } from './states.ts'
import { ACTIONS, TRANSITIONS } from './transitions.ts'

const ACTORS: readonly Actor[] = ['payer', 'payee', 'team', 'gateway']
const PARTIES: readonly Party[] = ['payer', 'payee']
const SAMPLE_EXTENSION_MS = 5 * DAY_MS

export interface Step {
  /** Null where a deadline passed. */
  readonly request: Request | null
  readonly decision: Decision
}

function requestsFor(facts: DealFacts, now: number): Request[] {
  const { dispute, amountPaise, policy } = facts
  const input = {
    ...{ payer_share_paise: halfOf(amountPaise), at_fault: 'both', reasons: '…' },
    due: Math.max(facts.dueAt ?? now, now) + SAMPLE_EXTENSION_MS,
    offer_id: dispute?.offer?.id,
    terms_version: facts.termsVersion,
  }
  return ACTIONS.flatMap((action) =>
    ACTORS.flatMap((by): Request[] => {
      const request = { action, by, now, input, offerId: 'offer' }
      if (action === 'deliver')
        return [request, { ...request, deliveryProven: true }, { ...request, deliveryConfirmed: true }]
      if (action !== 'pay_fee') return [request]
      return PARTIES.filter((party) => dispute?.feePaidPaise[party] === 0).map((party) => ({
        ...request,
        fee: { party, paise: paise(policy.disputeFeePaise) },
      }))
    }),
  )
}

const halfOf = (amount: Paise): Paise => shareOf(amount, 5_000)

function stepsFrom(facts: DealFacts, now: number): Step[] {
  const taken = requestsFor(facts, now).map((request) => ({ request, result: decide(facts, request) }))
  const lapsed = { request: null, result: decideLapse(facts, facts.dueAt ?? now) }
  return [...taken, lapsed].flatMap(({ request, result }) =>
    result.ok ? [{ request, decision: result }] : [],
  )
}

/** What tells the steps that follow apart: the table looks at nothing else. */
const situation = ({ status, dispute, extensionTo }: DealFacts): string =>
  JSON.stringify([status, dispute, extensionTo !== null])

/**
 * The steps of a deal from `created` on, each row of the table once for each actor and complainant, by a key that is the
 * same under another policy. Requests are made at `now` (epoch ms), a deadline passes when it is due. Pure.
 */
export function everyStep(created: DealFacts, now: number): Map<string, Step> {
  const steps = new Map<string, Step>()
  const situations = new Map([[situation(created), created]])
  for (const facts of situations.values())
    for (const step of stepsFrom(facts, now)) {
      const { row, next } = step.decision
      const { by, fee } = step.request ?? {}
      const key = JSON.stringify([TRANSITIONS.indexOf(row), by, fee?.party, facts.dispute?.complainant])
      if (!steps.has(key)) steps.set(key, step)
      if (!isTerminal(next.status) && !situations.has(situation(next))) situations.set(situation(next), next)
    }
  return steps
}
