import { expect, it } from 'vitest'
import { DISPUTE_REASONS, REMEDIES } from '#core/disputes.ts'
import { LOCALES } from '#core/locale.ts'
import { reasonWords, remedyWords } from './dispute-text.ts'

const REASON_CODES = DISPUTE_REASONS.map(({ code }) => code)
const REMEDY_CODES = REMEDIES.map(({ code }) => code)

it.each(LOCALES)('every reason and remedy has words of its own (%s)', (locale) => {
  const reasons = REASON_CODES.map((code) => reasonWords(code, locale))
  expect(new Set([...reasons, reasonWords('no such code', locale)]).size).toBe(REASON_CODES.length + 1)
  const remedies = REMEDY_CODES.map((code) => remedyWords(code, locale))
  expect(new Set(remedies).size).toBe(REMEDY_CODES.length)
  expect(remedies.filter((words) => REMEDY_CODES.includes(words))).toEqual([])
})
