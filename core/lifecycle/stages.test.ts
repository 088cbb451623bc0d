import { describe, expect, it } from 'vitest'
import { type StageFacts, stagesOf } from './stages.ts'
import { STATUSES, type Status } from './states.ts'

const day = (index: number): string => `2026-11-${String(index + 1).padStart(2, '0')}T12:00:00.000+05:30`
const facts = (status: Status, events: string, track: StageFacts['track'] = 'shopping'): StageFacts => ({
  track,
  status,
  events: events.split(' ').map((name, index) => ({ name, at: day(index) })),
})
/** `paid:3` was reached on the third, `[sent:4]` is where it stands, `checked` is to come. */
const line = (input: StageFacts): string =>
  stagesOf(input)
    .map(({ name, at, isCurrent }) => {
      const text = at ? `${name}:${Number(at.slice(8, 10))}` : name
      return isCurrent ? `[${text}]` : text
    })
    .join(' ')

const HELD = 'create accept fund'
const SENT = `${HELD} ship`
const DONE = `${SENT} deliver`
const CASE = `${DONE} complain`

const LINES: readonly (readonly [Status, string, string])[] = [
  ['proposed', 'create', '[offered:1] agreed paid sent checked released'],
  ['proposed', 'create edit edit', '[offered:1] agreed paid sent checked released'],
  ['agreed', 'create edit accept', 'offered:1 [agreed:3] paid sent checked released'],
  ['funded', HELD, 'offered:1 agreed:2 [paid:3] sent checked released'],
  ['in_delivery', SENT, 'offered:1 agreed:2 paid:3 [sent:4] checked released'],
  [
    'in_delivery',
    `${SENT} propose_extension decline_extension propose_extension grant_extension`,
    'offered:1 agreed:2 paid:3 [sent:4] checked released',
  ],
  ['delivered', DONE, 'offered:1 agreed:2 paid:3 sent:4 [checked:5] released'],
  ['delivered', `${DONE} ask_more_time`, 'offered:1 agreed:2 paid:3 sent:4 [checked:5] released'],
  ['released', `${DONE} release`, 'offered:1 agreed:2 paid:3 sent:4 checked:5 [released:6]'],
  ['released', `${DONE} complaintWindow`, 'offered:1 agreed:2 paid:3 sent:4 checked:5 [released:6]'],
  ['released', `${SENT} release`, 'offered:1 agreed:2 paid:3 sent:4 [released:5]'],
  ['declined', 'create decline', 'offered:1 [ended:2]'],
  ['expired', 'create accept unresponsiveness', 'offered:1 agreed:2 [ended:3]'],
  ['refunded', `${HELD} trackingWindow`, 'offered:1 agreed:2 paid:3 [refunded:4]'],
  ['cancelled', `${SENT} cancel`, 'offered:1 agreed:2 paid:3 sent:4 [ended:5]'],
  [
    'return_requested',
    `${DONE} request_return`,
    'paid:3 sent:4 [return_asked:6] return_agreed sent_back refunded',
  ],
  [
    'returning',
    `${DONE} request_return unresponsiveness`,
    'paid:3 sent:4 return_asked:6 [return_agreed:7] sent_back refunded',
  ],
  [
    'refunded',
    `${DONE} request_return accept_return ship_return confirm_return`,
    'paid:3 sent:4 return_asked:6 return_agreed:7 sent_back:8 [refunded:9]',
  ],
  ['released', `${DONE} request_return withdraw_return`, 'paid:3 sent:4 return_asked:6 [released:7]'],
  ['disputed', CASE, 'paid:3 [complained:6] answered team settled'],
  [
    'disputed',
    `${DONE} request_return decline_return pay_fee`,
    'paid:3 [complained:7] answered team settled',
  ],
  [
    'negotiating',
    `${CASE} pay_fee pay_fee respond escalate`,
    'paid:3 complained:6 [answered:9] team settled',
  ],
  [
    'mediation',
    `${CASE} pay_fee pay_fee respond escalate escalate`,
    'paid:3 complained:6 answered:9 [team:11] settled',
  ],
  [
    'settled',
    `${CASE} pay_fee pay_fee respond propose_split accept_split`,
    'paid:3 complained:6 answered:9 [settled:11]',
  ],
  ['released', `${CASE} unresponsiveness`, 'paid:3 complained:6 [released:7]'],
  ['settled', `${CASE} pay_fee unresponsiveness`, 'paid:3 complained:6 [settled:8]'],
]

describe('the stages of a deal', () => {
  it.each(LINES)('%s after %s', (status, events, expected) => {
    expect(line(facts(status, events))).toBe(expected)
  })
  it('keeps the first moment of what was done twice, and is where the work is', () => {
    const events = `${HELD} start deliver request_changes`
    expect(line(facts('in_delivery', events, 'services'))).toBe(
      'offered:1 agreed:2 paid:3 [sent:4] checked:5 released',
    )
  })
  it('has one current stage in every state, also where the events explain nothing', () => {
    for (const status of STATUSES)
      expect(
        stagesOf(facts(status, 'create')).filter(({ isCurrent }) => isCurrent),
        status,
      ).toHaveLength(1)
  })
  it('is found at once in a long story', () => {
    const offers = 'propose_split '.repeat(120)
    expect(line(facts('negotiating', `${CASE} pay_fee pay_fee respond ${offers}escalate`))).toContain(
      '[answered:9]',
    )
  })
})
