/** While the money of a deal is in doubt nobody acts on it and no deadline passes: in every state, by everybody. */
import { expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { sampleOffer } from '#core/sample-deal.ts'
import { DAY_MS } from '#core/time.ts'
import { allowedRow, decide, decideLapse, lapseRow, refusalBeforeInput } from './decide.ts'
import { everyStep } from './every-step.ts'
import type { Actor, DealFacts } from './facts.ts'
import { isTerminal } from './states.ts'
import { ACTIONS } from './transitions.ts'

const NOW = Date.parse('2026-11-24T10:00:00+05:30')
const ACTORS: readonly Actor[] = ['payer', 'payee', 'team', 'gateway']
/** Fees still arrive, and the bank's last word. */
const GOES_ON: readonly string[] = ['pay_fee', 'charged_back']

const openDeals = (['shopping', 'services'] as const).flatMap((track): DealFacts[] => {
  const offer = sampleOffer(track, DEFAULT_POLICY, NOW)
  return [offer, ...[...everyStep(offer, NOW).values()].map(({ decision }) => decision.next)].filter(
    ({ status }) => !isTerminal(status),
  )
})
const frozen = (facts: DealFacts): DealFacts => ({ ...facts, frozenSince: NOW })
const codeOf = (facts: DealFacts, action: (typeof ACTIONS)[number], by: Actor) =>
  refusalBeforeInput(facts, { action, by, now: NOW })?.code ?? null

it('everybody is refused as frozen what they could ever do, and nothing else changes', () => {
  let frozenCount = 0
  for (const facts of openDeals)
    for (const action of ACTIONS)
      for (const by of ACTORS) {
        const [open, code] = [codeOf(facts, action, by), codeOf(frozen(facts), action, by)]
        if (GOES_ON.includes(action)) expect(code).toBe(open)
        else if (open === 'forbidden') expect(['forbidden', 'frozen']).toContain(code)
        else expect([facts.status, action, by, code]).toEqual([facts.status, action, by, 'frozen'])
        if (code === 'frozen') {
          frozenCount += 1
          expect(allowedRow(frozen(facts), { action, by, now: NOW })).toBeUndefined()
        }
      }
  expect(frozenCount).toBeGreaterThan(1_000)
})

it('no deadline passes, however late, and the same one passes without the freeze', () => {
  const due = openDeals.filter((facts) => lapseRow(facts) !== undefined)
  expect(due.length).toBeGreaterThan(20)
  for (const facts of due) {
    const late = (facts.dueAt ?? NOW) + 400 * DAY_MS
    expect(decideLapse(facts, late).ok).toBe(true)
    expect(lapseRow(frozen(facts))).toBeUndefined()
    expect(decideLapse(frozen(facts), late)).toMatchObject({ ok: false, code: 'wrong_state' })
    // nor is anybody told that it has
    expect(codeOf({ ...frozen(facts), dueAt: NOW - 1 }, 'pay_fee', 'gateway')).not.toBe('overdue')
  }
})

it('the end of a chargeback ends the freeze with it', () => {
  const held = openDeals.filter(
    (facts) => decide(facts, { action: 'charged_back', by: 'gateway', now: NOW }).ok,
  )
  expect(held.length).toBeGreaterThan(5)
  for (const facts of held) {
    const result = decide(frozen(facts), { action: 'charged_back', by: 'gateway', now: NOW })
    expect(result).toMatchObject({ ok: true, next: { frozenSince: null } })
  }
})

it('the end of a chargeback gives the fees of a dispute back that were paid, and asks for none where there is no dispute', () => {
  const fates = new Map<string, Set<string>>()
  for (const facts of openDeals) {
    const fee = paise(facts.policy.disputeFeePaise)
    const feePaidPaise = { payer: fee, payee: fee }
    const withFees: DealFacts = { ...facts, dispute: facts.dispute && { ...facts.dispute, feePaidPaise } }
    const result = decide(withFees, { action: 'charged_back', by: 'gateway', now: NOW })
    if (!result.ok) continue
    const known = fates.get(facts.status) ?? new Set()
    fates.set(facts.status, known.add(JSON.stringify(result.fees)))
  }
  const BOTH_BACK = JSON.stringify({ payer: 'back', payee: 'back' })
  const NEITHER = JSON.stringify({ payer: null, payee: null })
  const IN_DISPUTE = ['disputed', 'negotiating', 'mediation']
  for (const [status, fees] of fates)
    expect([status, ...fees]).toEqual([status, IN_DISPUTE.includes(status) ? BOTH_BACK : NEITHER])
  expect(IN_DISPUTE.every((status) => fates.has(status)) && fates.size > IN_DISPUTE.length).toBe(true)
})
