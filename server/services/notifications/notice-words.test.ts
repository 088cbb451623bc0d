/** A notice is kept in every language, and read in the one that its reader has now. */
import { expect, it } from 'vitest'
import type { NotificationRow } from '#server/repositories/notifications.ts'
import { noticeWords, wordsOf } from './notice-words.ts'

const words = (locale: string) => ({ title: `title ${locale}`, text: `text ${locale}` })

it.each(['en', 'hi'] as const)('a notice to a reader of %s has both languages, theirs first', (locale) => {
  const row = noticeWords(locale, words)
  expect(row).toMatchObject(words(locale))
  expect(JSON.parse(row.words)).toEqual({ en: words('en'), hi: words('hi') })
})
it('is read in the language that is asked for, or in the only one that it has', () => {
  const row = { ...words('en'), words: { en: words('en'), hi: words('hi') } } as unknown as NotificationRow
  expect([wordsOf(row, 'hi'), wordsOf(row, 'en')]).toEqual([words('hi'), words('en')])
  expect(wordsOf({ ...row, words: null }, 'hi')).toEqual(words('en'))
})
