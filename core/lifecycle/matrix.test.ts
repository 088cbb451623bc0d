/** Every cell of state × action × actor × track, against a second copy of the design's table written by hand. */
import { describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import { LIFECYCLE_TABLE } from '#test/support/lifecycle-table.ts'
import { SAMPLE_NOW, sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import { decide, isAllowed } from './decide.ts'
import type { Dispute, Request } from './facts.ts'
import { STATUSES, type Status } from './states.ts'
import { ACTIONS, type Action } from './transitions.ts'

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
  it(`covers ${cells.length} cells`, () => expect(cells.length).toBe(2 * 18 * 33 * 4))
  it.each(cells)('$track $status $action by $by', ({ track, status, action, by }) => {
    const facts = sampleFacts({
      track,
      status,
      extensionTo: SAMPLE_NOW + 1e10,
      dispute: IN_DISPUTE.includes(status) ? dispute : null,
    })
    const request: Request = { action, by, now: SAMPLE_NOW, input: INPUT[action] }
    const cell = LIFECYCLE_TABLE.get(`${status} ${action}`)
    const want = cell?.[track]?.includes(by) ?? false
    const result = decide(
      facts,
      action === 'pay_fee' ? { ...request, fee: { party: 'payer', paise: paid } } : request,
    )
    expect(result.ok).toBe(want)
    expect(isAllowed(facts, action, by, SAMPLE_NOW)).toBe(want)
    if (result.ok) expect(cell?.to).toContain(result.next.status)
    else expect(['forbidden', 'wrong_state', 'own_offer']).toContain(result.code)
  })
  it('has no row that the matrix does not know', () => {
    expect(LIFECYCLE_TABLE.size).toBe(48)
  })
})
