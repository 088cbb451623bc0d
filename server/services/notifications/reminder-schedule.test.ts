import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { HOUR_MS } from '#core/time.ts'
import { sampleDispute, sampleFacts } from '#test/support/sample-facts.ts'
import {
  activeDeadline,
  firstReminder,
  nextReminderAt,
  outOfQuietHours,
  reminderColumns,
  reminderDays,
  remindersDue,
} from './reminder-schedule.ts'

const running = { from: 0, dueAt: 100, escalationAt: null }

describe('points in time', () => {
  it('half, then nine tenths, then none', () => {
    expect(nextReminderAt(running, 0)).toBe(50)
    expect(nextReminderAt(running, 50)).toBe(90)
    expect(nextReminderAt(running, 90)).toBe(null)
  })
  it('the calling in comes between', () => {
    expect(nextReminderAt({ ...running, escalationAt: 60 }, 50)).toBe(60)
    expect(nextReminderAt({ ...running, escalationAt: 160 }, 90)).toBe(null)
  })
  it.each([
    [50, 50, ['half']],
    [50, 89, ['half']],
    [50, 95, ['nine_tenths']],
    [51, 89, []],
    [90, 90, ['nine_tenths']],
  ])('due since %i at %i', (since, now, kinds) => {
    expect(remindersDue(running, since, now)).toEqual(kinds)
  })
  it('a jump keeps what only the calling in says', () => {
    expect(remindersDue({ ...running, escalationAt: 60 }, 50, 95)).toEqual(['nine_tenths', 'call_in'])
    expect(remindersDue({ ...running, escalationAt: 95 }, 50, 97)).toEqual(['nine_tenths', 'call_in'])
  })
})

describe('quiet hours', () => {
  const at = (text: string) => Date.parse(`2026-11-${text}:00+05:30`)
  const far = at('30T12:00')
  it.each([
    ['21T20:59', null],
    ['21T21:00', '22T08:00'],
    ['22T00:30', '22T08:00'],
    ['22T07:59', '22T08:00'],
    ['22T08:00', null],
  ])('%s waits until %s', (now, until) => {
    expect(outOfQuietHours(at(now), far)).toBe(until ? at(until) : null)
  })
  it.each([
    ['21T12:59', { from: 13, until: 16 }, null],
    ['21T13:00', { from: 13, until: 16 }, '21T16:00'],
    ['21T16:00', { from: 13, until: 16 }, null],
    ['21T23:10', { from: 23, until: 0 }, '22T00:00'],
    ['22T00:00', { from: 23, until: 0 }, null],
    ['22T03:00', { from: 22, until: 7 }, '22T07:00'],
  ] as const)('%s in hours of one’s own, %j, waits until %s', (now, quiet, until) => {
    expect(outOfQuietHours(at(now), far, quiet)).toBe(until ? at(until) : null)
    expect(outOfQuietHours(at(now), null, quiet)).toBe(until ? at(until) : null)
  })
  it('nothing waits past what it reminds of', () => {
    expect(outOfQuietHours(at('22T02:00'), at('22T08:30'))).toBe(null)
    expect(outOfQuietHours(at('22T02:00'), at('22T08:00') + HOUR_MS)).toBe(at('22T08:00'))
  })
})

describe('the deadline that runs', () => {
  const dispute = sampleDispute({ filedAt: 7 })
  const settling = { from: 5, dueAt: 100, escalationAt: 7 + DEFAULT_POLICY.mutualReminderMs }
  it.each([
    ['none where nothing is due', { dueAt: null }, null],
    ['of a step', { status: 'delivered', dueAt: 100 }, { from: 5, dueAt: 100, escalationAt: null }],
    [
      'while they settle, with the day on which the team may be called in',
      { status: 'negotiating', dispute, dueAt: 100 },
      settling,
    ],
    [
      'before they settle',
      { status: 'disputed', dispute, dueAt: 100 },
      { from: 5, dueAt: 100, escalationAt: null },
    ],
    ['without a dispute', { status: 'negotiating', dueAt: 100 }, { from: 5, dueAt: 100, escalationAt: null }],
  ] as const)('%s', (_name, over, deadline) => expect(activeDeadline(sampleFacts(over), 5)).toEqual(deadline))
  it('the team may be called in after whole days', () => {
    expect(reminderDays({ ...DEFAULT_POLICY, mutualReminderMs: 5 * 24 * HOUR_MS })).toBe(5)
  })
  it('a point at the very end is none, and one at the very beginning neither', () => {
    expect(nextReminderAt({ ...running, escalationAt: 100 }, 90)).toBeNull()
    expect(nextReminderAt({ ...running, escalationAt: 99 }, 90)).toBe(99)
    expect(remindersDue({ from: 10, dueAt: 100, escalationAt: 10 }, 0, 20)).toEqual([])
  })
})

describe('what is planned', () => {
  const facts = sampleFacts({ status: 'delivered', dueAt: 100 })
  const planned = { due_from: new Date(0), next_reminder_at: new Date(50) }
  it('for an offer, half of its time', () => expect(firstReminder(0, 100)).toEqual(planned))
  it('none where no time is left for one', () =>
    expect(firstReminder(100, 100)).toEqual({ due_from: new Date(100), next_reminder_at: null }))
  it('none where nothing is due', () =>
    expect(reminderColumns(null, sampleFacts({ status: 'released', dueAt: null }), 0)).toEqual({
      ...{ due_from: null, next_reminder_at: null },
    }))
  it.each([
    ['a new deal', null, planned],
    ['another state', { status: 'funded', due_at: new Date(100) }, planned],
    ['another deadline', { status: 'delivered', due_at: new Date(99) }, planned],
    ['a deadline where there was none', { status: 'delivered', due_at: null }, planned],
    ['nothing new', { status: 'delivered', due_at: new Date(100) }, {}],
  ] as const)('%s', (_name, before, columns) => expect(reminderColumns(before, facts, 0)).toEqual(columns))
})
