/** Which lines of a settlement report agree with our rows, and which reports are read when. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dueReadings,
  judgeMovement,
  netPaise,
  type ReportedMovement,
  type ReportReading,
} from './settlements.ts'
import { istDay, startOfIstDay } from './time.ts'

const PAYMENT: ReportedMovement = {
  ...{ type: 'payment', amountPaise: 150_000, debitPaise: 0, creditPaise: 146_460 },
  ...{ feePaise: 3_540, taxPaise: 540 },
}
const REFUND: ReportedMovement = {
  ...{ type: 'refund', amountPaise: 50_000, debitPaise: 50_000, creditPaise: 0, feePaise: 0, taxPaise: 0 },
}

describe('a line of a report', () => {
  it.each<[string, Partial<ReportedMovement>, number | null, readonly number[] | null, object | null]>([
    ['that agrees', {}, 150_000, [200], null],
    ['that agrees, by one of several rates', {}, 150_000, [0, 175, 200], null],
    ['that agrees, where no rate is known', {}, 150_000, null, null],
    ['of a payment that nobody knows', {}, null, [200], { kind: 'theirs_only', theirsPaise: 146_460 }],
    ['of a paisa more', { amountPaise: 150_001 }, 150_000, [200], { kind: 'amount', theirsPaise: 150_001 }],
    [
      'that credits a paisa less',
      { creditPaise: 146_459 },
      150_000,
      [200],
      { kind: 'amount', oursPaise: 146_460, theirsPaise: 146_459 },
    ],
    ['with a fee of another rate', {}, 150_000, [175], { kind: 'fee', oursPaise: 3_098, theirsPaise: 3_540 }],
    [
      'with tax on the fee that is not 18 %',
      { taxPaise: 840 },
      150_000,
      null,
      { kind: 'fee', oursPaise: 3_186, theirsPaise: 3_540 },
    ],
    ['without tax', { taxPaise: 0, feePaise: 3_000, creditPaise: 147_000 }, 150_000, [200], null],
    [
      'without a fee, where none was agreed',
      { taxPaise: 0, feePaise: 0, creditPaise: 150_000 },
      150_000,
      [0],
      null,
    ],
  ])('%s', (_name, over, ours, rates, expected) => {
    const finding = judgeMovement({ ...PAYMENT, ...over }, ours, rates)
    if (expected === null) expect(finding).toBeNull()
    else expect(finding).toMatchObject(expected)
  })

  it.each<[string, Partial<ReportedMovement>, number | null, object | null]>([
    ['that agrees', {}, 50_000, null],
    ['that credits instead', { debitPaise: 0, creditPaise: 50_000 }, 50_000, { kind: 'amount' }],
    ['of an adjustment that takes', { type: 'adjustment' }, 50_000, null],
    [
      'of an adjustment that gives back',
      { type: 'adjustment', debitPaise: 0, creditPaise: 50_000 },
      50_000,
      null,
    ],
    [
      'of an adjustment that nobody knows',
      { type: 'adjustment' },
      null,
      { kind: 'theirs_only', theirsPaise: -50_000 },
    ],
    ['of no documented kind', { type: 'other' }, null, { kind: 'theirs_only' }],
  ])('of a refund %s', (_name, over, ours, expected) => {
    const finding = judgeMovement({ ...REFUND, ...over }, ours, [200])
    if (expected === null) expect(finding).toBeNull()
    else expect(finding).toMatchObject(expected)
  })

  it('nets what it credits less what it debits', () => {
    expect([netPaise(PAYMENT), netPaise(REFUND)]).toEqual([146_460, -50_000])
  })
})

describe('any line of a payment', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 })
  const rate = fc.integer({ min: 0, max: 500 })

  it('is what the provider kept of the amount, whatever the rate', () => {
    fc.assert(
      fc.property(amount, rate, (amountPaise, basisPoints) => {
        const net = Math.round((amountPaise * basisPoints) / 10_000)
        const taxPaise = Math.round(net * 0.18)
        const feePaise = net + taxPaise
        fc.pre(feePaise <= amountPaise)
        const creditPaise = amountPaise - feePaise
        const line = { type: 'payment' as const, amountPaise, debitPaise: 0, creditPaise, feePaise, taxPaise }
        expect(judgeMovement(line, amountPaise, [basisPoints])).toBeNull()
        expect(judgeMovement(line, amountPaise, null)).toBeNull()
      }),
    )
  })

  it('that moves something else than our row less the fee never agrees', () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: -5, max: 5 }), (ours, theirs, off) => {
        fc.pre(ours !== theirs || off !== 0)
        const creditPaise = Math.max(0, theirs + off)
        const line = { type: 'payment' as const, amountPaise: theirs, debitPaise: 0, creditPaise }
        const finding = judgeMovement({ ...line, feePaise: 0, taxPaise: 0 }, ours, null)
        expect(finding?.kind).toBe('amount')
      }),
    )
  })
})

describe('the readings that are due', () => {
  const at = (text: string): number => Date.parse(`${text}+05:30`)
  it.each<[string, readonly ReportReading[], string, readonly string[]]>([
    ['none on the day itself', [], '2026-11-20T23:59:00', []],
    ['none before eleven', [], '2026-11-21T10:59:59', []],
    ['the day before at eleven', [], '2026-11-21T11:00:00', ['2026-11-20 1']],
    ['each once', [{ day: '2026-11-20', reading: 1 }], '2026-11-21T23:00:00', []],
    [
      'a second time two days later',
      [
        { day: '2026-11-20', reading: 1 },
        { day: '2026-11-21', reading: 1 },
        { day: '2026-11-22', reading: 1 },
      ],
      '2026-11-23T11:00:00',
      ['2026-11-20 2'],
    ],
    [
      'once for days that were slept through',
      [],
      '2026-11-24T11:00:00',
      ['2026-11-20 2', '2026-11-21 2', '2026-11-22 1', '2026-11-23 1'],
    ],
  ])('%s', (_name, readings, now, expected) => {
    const due = dueReadings('2026-11-20', readings, at(now))
    expect(due.map(({ day, reading }) => `${day} ${reading}`)).toEqual(expected)
  })

  it('are all had in the end, whenever somebody looks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }), (hours) => {
        const first = startOfIstDay('2026-11-20')
        const done: ReportReading[] = []
        let now = first
        for (const step of hours) {
          now += step * 3_600_000
          done.push(...dueReadings('2026-11-20', done, now))
        }
        expect(new Set(done.map(({ day, reading }) => `${day} ${reading}`)).size).toBe(done.length)
        expect(dueReadings('2026-11-20', done, now)).toEqual(hours.length > 0 ? [] : done)
        for (const { day } of done) expect(day < istDay(now)).toBe(true)
      }),
    )
  })
})
