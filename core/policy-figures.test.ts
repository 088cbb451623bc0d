import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from './errors.ts'
import { DEFAULT_POLICY } from './policy.ts'
import {
  changedFigures,
  FIGURE_PATHS,
  FIGURE_UNITS,
  figureBounds,
  figureOf,
  POLICY_FIGURES,
  withFigures,
} from './policy-figures.ts'
import { DAY_MS } from './time.ts'

const leaves = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`))
    : [path]

const fieldsOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error instanceof Refusal ? error.fields : error
  }
}

describe('the figures of the policy', () => {
  it('are all of it but what is no figure, what the forms do not follow, and the calendar', () => {
    const others = ['maxAmountDigits', 'milestones', 'calendar.saturday', 'calendar.holidays']
    expect([...FIGURE_PATHS, ...others].sort()).toEqual(leaves(DEFAULT_POLICY).sort())
  })

  it('are whole numbers of their unit by default: a form shows no fraction of one', () => {
    for (const { path, unit } of POLICY_FIGURES)
      expect([path, Number.isInteger(figureOf(DEFAULT_POLICY, path) / FIGURE_UNITS[unit])]).toEqual([
        path,
        true,
      ])
  })

  it('have bounds: what lies within is a figure, and what lies outside is none', () => {
    const isTaken = (path: string, value: number): boolean => {
      const fields = fieldsOf(() => withFigures(DEFAULT_POLICY, { [path]: value }))
      return !JSON.stringify(fields ?? {}).includes('policy_figure')
    }
    for (const figure of POLICY_FIGURES) {
      const { path } = figure
      const { min, isAbove, max } = figureBounds(figure)
      const least = isAbove ? min + 1 : min
      const most = max ?? Number.MAX_SAFE_INTEGER
      const answers = [least - 1, least, most, most + 1].map((value) => isTaken(path, value))
      expect([path, answers]).toEqual([path, [false, true, true, false]])
    }
  })

  it('are changed one by one: the others stay', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIGURE_PATHS), fc.integer({ min: 1, max: 10 }), (path, value) => {
        if (figureOf(DEFAULT_POLICY, path) === value) return
        let next: typeof DEFAULT_POLICY
        try {
          next = withFigures(DEFAULT_POLICY, { [path]: value })
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          return
        }
        expect(changedFigures(DEFAULT_POLICY, next)).toEqual([
          { path, before: figureOf(DEFAULT_POLICY, path), after: value },
        ])
      }),
    )
  })

  it.each([
    ['a figure that is not one', { holidays: 3 }, { holidays: ['policy_figure'] }],
    ['a way into the prototype', { '__proto__.x': 1 }, { '__proto__.x': ['policy_figure'] }],
    ['one out of its bounds', { returnWindowMs: 367 * DAY_MS }, { returnWindowMs: ['policy_figure'] }],
    ['part of a paisa', { disputeFeePaise: 50.5 }, { disputeFeePaise: ['policy_figure'] }],
    [
      'two that are wrong',
      { 'commissionBasisPoints.services': 10_001, handoverTries: 0 },
      { 'commissionBasisPoints.services': ['policy_figure'], handoverTries: ['policy_figure'] },
    ],
    [
      'a lowest price above the highest',
      { 'returnCourierPaise.min': 120_01 },
      { 'returnCourierPaise.min': ['policy_order'] },
    ],
    [
      'a reminder after the time is up',
      { mutualReminderMs: 11 * DAY_MS },
      { mutualReminderMs: ['policy_order'] },
    ],
    ['no change', { disputeFeePaise: 50_00 }, { changes: ['policy_same'] }],
    ['nothing at all', {}, { changes: ['policy_same'] }],
  ])('refuses %s beside it', (_, values, fields) => {
    expect(fieldsOf(() => withFigures(DEFAULT_POLICY, values as Record<string, number>))).toEqual(fields)
  })
})
