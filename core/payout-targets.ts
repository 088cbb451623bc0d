/** Where a person's money may go: a UPI id, or an account number with its IFSC. */
import { z } from 'zod'

export const TARGET_KINDS = ['upi', 'bank'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

const text = z.string({ error: 'required' }).transform((value) => value.replace(/\s/g, ''))
const filled = { error: 'required' }

/** `name@bank`. A bare number is none: it may have been given to somebody else since. */
export const upiIdField = text
  .transform((value) => value.toLowerCase())
  .refine((value) => value !== '', filled)
  .refine((value) => value === '' || /^[a-z0-9._-]{2,64}@[a-z][a-z0-9]{1,63}$/.test(value), {
    error: 'upi_id',
  })

/** 9 to 18 digits. */
export const accountNumberField = text
  .refine((value) => value !== '', filled)
  .refine((value) => value === '' || /^\d{9,18}$/.test(value), { error: 'account_number' })

/** Four letters of the bank, a zero, six of the branch. */
export const ifscField = text
  .transform((value) => value.toUpperCase())
  .refine((value) => value !== '', filled)
  .refine((value) => value === '' || /^[A-Z]{4}0[A-Z0-9]{6}$/.test(value), { error: 'ifsc' })

const TITLES = new Set(['MR', 'MRS', 'MS', 'DR', 'SHRI', 'SMT', 'PVT', 'PRIVATE', 'LTD', 'LIMITED', 'LLP'])

const tokensOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\bM\/S\b/g, ' ')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((token) => token !== '' && !TITLES.has(token))

/** Matching characters of both, in their order, no further apart than half of the longer name. */
function commonCharacters(a: string, b: string): [string, string] {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const used = new Set<number>()
  let [inA, inB] = ['', '']
  for (let i = 0; i < a.length; i += 1)
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j += 1)
      if (!used.has(j) && a[i] === b[j]) {
        used.add(j)
        inA += a[i]
        break
      }
  for (const j of [...used].sort((x, y) => x - y)) inB += b[j]
  return [inA, inB]
}

/** Jaro-Winkler: 1 for the same, 0 for nothing in common; slips of the pen are above 0.9. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const [inA, inB] = commonCharacters(a, b)
  const count = inA.length
  if (count === 0) return 0
  const moved = [...inA].filter((letter, i) => letter !== inB[i]).length / 2
  const jaro = (count / a.length + count / b.length + (count - moved) / count) / 3
  let prefix = 0
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

const isSameToken = (ours: string, banks: string): boolean =>
  ours.length === 1 || banks.length === 1 ? ours[0] === banks[0] : similarity(ours, banks) >= 0.9

/** How much of our name is in the bank's: the share of its words; an initial stands for its word. */
export function shareOfName(ours: string, banks: string): number {
  const wanted = tokensOf(ours)
  const rest = tokensOf(banks)
  if (wanted.length === 0) return 0
  // whole words first, so that an initial does not take the word of another
  const ordered = [...wanted].sort((a, b) => b.length - a.length)
  const count = ordered.filter((token) => {
    const at = rest.findIndex((other) => isSameToken(token, other))
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }).length
  return count / wanted.length
}

const ENOUGH = 0.75

/** Whether the bank's name is one of those that the account goes by; initials alone are nobody's name. */
export const isOwnName = (names: readonly (string | null)[], bankName: string): boolean =>
  tokensOf(bankName).some((token) => token.length > 1) &&
  names.some((name) => name !== null && shareOfName(name, bankName) >= ENOUGH)
