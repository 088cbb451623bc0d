import { expect, it } from 'vitest'
import { DISPUTE_REASONS, REMEDIES } from '#core/disputes.ts'
import { LOCALES } from '#core/locale.ts'
import { reasonWords, remedyWords } from './dispute-text.ts'

const REASON_CODES = DISPUTE_REASONS.map(({ code }) => code)
const REMEDY_CODES = REMEDIES.map(({ code }) => code)

it.each(
  LOCALES.flatMap((locale) => (['shopping', 'services'] as const).map((track) => [locale, track] as const)),
)('every reason and remedy has words of its own (%s, %s)', (locale, track) => {
  const reasons = REASON_CODES.map((code) => reasonWords(code, track, locale))
  expect(new Set([...reasons, reasonWords('no such code', track, locale)]).size).toBe(REASON_CODES.length + 1)
  const remedies = REMEDY_CODES.map((code) => remedyWords(code, locale))
  expect(new Set(remedies).size).toBe(REMEDY_CODES.length)
  expect(remedies.filter((words) => REMEDY_CODES.includes(words))).toEqual([])
})

it.each([
  ['seller_unresponsive', 'shopping', 'The seller does not answer'],
  ['seller_unresponsive', 'services', 'The freelancer does not answer'],
  ['buyer_unresponsive', 'shopping', 'The buyer does not answer'],
  ['buyer_unresponsive', 'services', 'The client does not answer'],
] as const)('%s in %s', (code, track, words) => {
  expect(reasonWords(code, track, 'en')).toBe(words)
})
