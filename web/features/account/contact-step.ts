/** Where somebody is on the way to a verified number or address. */
import type { ContactKind, VerificationState } from '#core/contract/verification.ts'

/**
 * `practice`: nothing is checked. `missing`: another person has proved it. `old_number`: the code went to the number that
 * is to be changed. `wait`: a change without the old number. `claimed`: another account has it still.
 */
export type ContactStep = 'practice' | 'missing' | 'old_number' | 'wait' | 'claimed' | 'verified' | 'code'

export function contactStep(state: VerificationState, kind: ContactKind, now: number): ContactStep {
  const { value, verified, change } = state[kind]
  if (state.mode === 'off') return 'practice'
  // the code to the new number was right, and somebody else has it
  if (kind === 'phone' && state.phone.claim_until !== null) return 'claimed'
  if (change) return changeStep(change.ready_at, now)
  if (verified) return 'verified'
  if (value === '') return 'missing'
  return 'code'
}

function changeStep(readyAt: string | null, now: number): ContactStep {
  if (readyAt === null) return 'old_number'
  return Date.parse(readyAt) > now ? 'wait' : 'code'
}

/** What the code goes to. */
export const codeTarget = (state: VerificationState, kind: ContactKind): string =>
  state[kind].change?.to ?? state[kind].value
