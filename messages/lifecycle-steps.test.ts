/** Whose turn it is, in words: two people share a sentence only where they have the same to do. */
import { describe, expect, it } from 'vitest'
import { type CurrentStep, moveText } from './lifecycle-steps.ts'

const NAMES = { payer: 'Asha', payee: 'Ravi Traders' } as const
const BOTH = ['payer', 'payee'] as const

type Case = Pick<CurrentStep, 'status' | 'viewer' | 'movers'> & Partial<CurrentStep>

const CASES: readonly (readonly [Case, string])[] = [
  [{ status: 'agreed', viewer: 'payer', movers: ['payer'] }, 'Your turn: pay ₹7,500.'],
  [{ status: 'agreed', viewer: 'payee', movers: ['payer'] }, 'Waiting for Asha to pay ₹7,500.'],
  [
    { status: 'negotiating', viewer: 'payer', movers: BOTH },
    'You and Ravi Traders: decide how to split the money, or ask our team to decide.',
  ],
  // a later date that the payee has asked for
  [
    { status: 'in_delivery', viewer: 'payer', movers: BOTH },
    'Your turn: agree to the later date, or keep the present one.',
  ],
  [{ status: 'in_delivery', viewer: 'payee', movers: BOTH }, 'Your turn: deliver it, and upload the proof.'],
  [
    { status: 'in_delivery', viewer: 'team', movers: BOTH },
    'Waiting for Asha to agree to the later date, or keep the present one.',
  ],
  // the one who complained owes the fee alone, the other an answer too
  [
    { status: 'disputed', viewer: 'payer', movers: BOTH, complainant: 'payer', feesDue: BOTH },
    'Your turn: pay the dispute fee.',
  ],
  [
    { status: 'disputed', viewer: 'payee', movers: BOTH, complainant: 'payer', feesDue: BOTH },
    'Your turn: pay the dispute fee and reply to the complaint.',
  ],
  [
    { status: 'disputed', viewer: 'payee', movers: BOTH, complainant: 'payer', feesDue: ['payer'] },
    'Your turn: reply to the complaint.',
  ],
  [{ status: 'released', viewer: 'payer', movers: [] }, 'The deal has ended. There is nothing left to do.'],
]

describe('whose turn it is', () => {
  it.each(CASES)('%j: %s', (step, words) => {
    const whole = {
      track: 'shopping',
      complainant: null,
      feesDue: [],
      amount: '₹7,500',
      names: NAMES,
    } as const
    expect(moveText({ ...whole, ...step })).toBe(words)
  })
})
