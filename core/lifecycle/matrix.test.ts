/** Every cell of state × action × actor × track, against a second copy of the design's table written by hand. */
import { describe, expect, it } from 'vitest'
import { paise, ZERO } from '../money.ts'
import { decide, isAllowed } from './decide.ts'
import type { Actor, Dispute, Request } from './facts.ts'
import { SAMPLE_NOW, sampleDispute, sampleFacts } from './sample.ts'
import { STATUSES, type Status } from './states.ts'
import { ACTIONS, type Action } from './transitions.ts'

// state · action · who in shopping / who in services (− never, r payer, e payee, b either, t team, g gateway) · to
const TABLE = `
proposed edit r/e proposed
proposed accept e/r agreed
proposed decline e/r declined
proposed withdraw r/e withdrawn
agreed fund g/g funded
agreed withdraw b/b withdrawn
funded ship e/- in_delivery
funded start -/e in_delivery
funded cancel b/b refunded
in_delivery deliver e/e delivered
in_delivery confirm_receipt r/r delivered
in_delivery release r/r released
in_delivery propose_extension e/e in_delivery
in_delivery grant_extension r/r in_delivery
in_delivery cancel b/b cancelled|refunded
in_delivery complain r/r disputed
delivered ask_more_time r/r delivered
delivered release r/r released
delivered complain r/r disputed
delivered request_return r/- return_requested
delivered request_changes -/r in_delivery
return_requested accept_return e/e returning
return_requested decline_return e/e disputed
return_requested withdraw_return r/r released
returning ship_return r/r return_in_transit
returning withdraw_return r/r released
return_in_transit confirm_return e/e refunded
return_in_transit complain e/e disputed
disputed pay_fee g/g disputed
disputed respond e/e negotiating
disputed withdraw_complaint r/r released
negotiating pay_fee g/g negotiating
negotiating withdraw_complaint r/r released
negotiating propose_split b/b negotiating
negotiating accept_split r/r settled
negotiating escalate b/b mediation|negotiating
mediation decide t/t settled`

const WHO: Record<string, readonly Actor[]> = {
  '-': [],
  r: ['payer'],
  e: ['payee'],
  b: ['payer', 'payee'],
  t: ['team'],
  g: ['gateway'],
}
const expected = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [from, action, who, to] = line.split(' ') as [string, string, string, string]
      const [shopping, services] = who.split('/') as [string, string]
      return [`${from} ${action}`, { shopping: WHO[shopping], services: WHO[services], to: to.split('|') }]
    }),
)

const paid = paise(5000)
/** A dispute opened by the payer, both fees paid, with an offer of the payee's open. */
const dispute: Dispute = sampleDispute({
  feePaidPaise: { payer: paid, payee: paid },
  offer: { id: 'o1', by: 'payee', payerSharePaise: paise(50_000) },
})
const IN_DISPUTE: readonly Status[] = ['disputed', 'negotiating', 'mediation']
const INPUT: Partial<Record<Action, Request['input']>> = {
  accept: { terms_version: 1, rules_accepted: true },
  propose_extension: { due: SAMPLE_NOW + 1e10 },
  propose_split: { payer_share_paise: 1 },
  accept_split: { offer_id: 'o1' },
  decide: { payer_share_paise: 1, at_fault: 'none', reasons: 'x' },
}

const cells = (['shopping', 'services'] as const).flatMap((track) =>
  STATUSES.flatMap((status) =>
    ACTIONS.flatMap((action) =>
      (['payer', 'payee', 'team', 'gateway'] as const).map((by) => ({ track, status, action, by })),
    ),
  ),
)

describe('every cell', () => {
  it(`covers ${cells.length} cells`, () => expect(cells.length).toBe(2 * 18 * 30 * 4))
  it.each(cells)('$track $status $action by $by', ({ track, status, action, by }) => {
    const facts = sampleFacts({
      track,
      status,
      extensionTo: SAMPLE_NOW + 1e10,
      dispute: IN_DISPUTE.includes(status) ? dispute : null,
    })
    const request: Request = { action, by, now: SAMPLE_NOW, input: INPUT[action] }
    const cell = expected.get(`${status} ${action}`)
    const want = cell?.[track]?.includes(by) ?? false
    const got = decide(
      facts,
      action === 'pay_fee' ? { ...request, fee: { party: 'payer', paise: paid } } : request,
    )
    expect(got.ok).toBe(want)
    expect(isAllowed(facts, action, by, SAMPLE_NOW)).toBe(want)
    if (got.ok) expect(cell?.to).toContain(got.next.status)
    else expect(['forbidden', 'wrong_state', 'own_offer']).toContain(got.code)
  })
  it('has no row that the matrix does not know', () => {
    expect(expected.size).toBe(37)
    expect(ZERO).toBe(0)
  })
})
