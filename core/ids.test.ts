/** Identifiers that people type and read out: their alphabet has no I, L, O or U, and bytes decide every letter. */
import { describe, expect, it } from 'vitest'
import { FORM_PK, FORM_PK_BYTES, grievanceTicket, paymentReference, payoutCode } from './ids.ts'

const bytes = (from: number, length: number) => Uint8Array.from({ length }, (_, i) => from + i)

describe('form_pk', () => {
  it('is what 144 random bits make in base64url', () => {
    expect(FORM_PK_BYTES * 8).toBe(144)
    const text = Buffer.from(bytes(240, FORM_PK_BYTES)).toString('base64url')
    expect(text).toMatch(FORM_PK)
  })
  it.each([23, 25])('never has %i characters', (length) => expect('a'.repeat(length)).not.toMatch(FORM_PK))
  it.each(['+', '/', '=', ' ', '.'])('has no %j', (sign) => {
    expect('a'.repeat(23) + sign).not.toMatch(FORM_PK)
    expect(sign + 'a'.repeat(23)).not.toMatch(FORM_PK)
  })
})

describe('what a payer types', () => {
  it.each([
    [0, 'TD01234567'],
    [8, 'TD89ABCDEF'],
    [16, 'TDGHJKMNPQ'],
    [24, 'TDRSTVWXYZ'],
    [32, 'TD01234567'],
  ])('from byte %i is %s, of eight bytes', (from, reference) => {
    expect(paymentReference(bytes(from, 20))).toBe(reference)
    expect(payoutCode(bytes(from, 20))).toBe(reference.replace('TD', 'PY'))
  })
})

it('a ticket has ten letters, of ten bytes', () => {
  expect(grievanceTicket(bytes(22, 20))).toBe('G-PQRSTVWXYZ')
})
