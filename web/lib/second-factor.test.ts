import { describe, expect, it } from 'vitest'
import { askSecondFactor, onSecondFactor, secondFactorStepOf } from './second-factor.ts'

describe('a refusal that asks for the second factor', () => {
  it.each([
    [403, { code: 'second_factor', second_factor: 'enrol' }, 'enrol'],
    [403, { code: 'second_factor', second_factor: 'confirm' }, 'confirm'],
    [403, { code: 'forbidden' }, null],
    [400, { code: ['second_factor'] }, null],
    [200, undefined, null],
  ])('%i %j asks for %s', (status, body, step) => {
    expect(secondFactorStepOf(status, body)).toBe(step)
  })
})

describe('calls that wait for it', () => {
  it('ask once, also before the dialog is there, and all go on with the same answer', async () => {
    const answers = [true, false]
    let count = 0
    const both = Promise.all([askSecondFactor('confirm'), askSecondFactor('confirm')])
    onSecondFactor(async () => answers[count++] ?? false)
    expect([await both, count]).toEqual([[true, true], 1])
    expect([await askSecondFactor('confirm'), count]).toEqual([false, 2])
  })
})
