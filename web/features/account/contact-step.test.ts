import { describe, expect, it } from 'vitest'
import type { VerificationState } from '#core/contract/verification.ts'
import { codeTarget, contactStep } from './contact-step.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const [BEFORE, AFTER] = ['2026-11-22T09:00:00Z', '2026-11-22T11:00:00Z']
const state = (over: {
  mode?: VerificationState['mode']
  phone?: Partial<VerificationState['phone']>
  email?: Partial<VerificationState['email']>
}): VerificationState => ({
  mode: over.mode ?? 'on',
  phone: {
    value: '9876543210',
    verified: false,
    change: null,
    claim_until: null,
    claimed_until: null,
    ...over.phone,
  },
  email: { value: 'asha@example.com', verified: false, change: null, ...over.email },
  payouts_held_until: null,
})

describe('the step on the way to a verified contact', () => {
  it.each([
    ['practice', 'phone', state({ mode: 'off' })],
    ['practice', 'email', state({ mode: 'off', email: { verified: true } })],
    ['code', 'phone', state({})],
    ['code', 'email', state({})],
    ['verified', 'phone', state({ phone: { verified: true } })],
    ['missing', 'phone', state({ phone: { value: '' } })],
    ['missing', 'email', state({ email: { value: '' } })],
    ['claimed', 'phone', state({ phone: { claim_until: AFTER } })],
    ['code', 'email', state({ phone: { claim_until: AFTER } })],
    ['old_number', 'phone', state({ phone: { verified: true, change: { to: 'x', ready_at: null } } })],
    [
      'claimed',
      'phone',
      state({ phone: { verified: true, change: { to: 'x', ready_at: BEFORE }, claim_until: AFTER } }),
    ],
    ['wait', 'phone', state({ phone: { verified: true, change: { to: 'x', ready_at: AFTER } } })],
    ['code', 'phone', state({ phone: { verified: true, change: { to: 'x', ready_at: BEFORE } } })],
    ['code', 'email', state({ email: { verified: true, change: { to: 'x', ready_at: BEFORE } } })],
  ] as const)('%s of %s', (step, kind, of) => {
    expect(contactStep(of, kind, NOW)).toBe(step)
  })

  it('sends the code of a change to the new number', () => {
    expect(codeTarget(state({}), 'phone')).toBe('9876543210')
    expect(codeTarget(state({ phone: { change: { to: '••••••0001', ready_at: BEFORE } } }), 'phone')).toBe(
      '••••••0001',
    )
  })
})
