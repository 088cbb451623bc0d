/** A notice in every language: whoever changes theirs reads the old ones in the new one. */
import { LOCALES, type Locale } from '#core/locale.ts'
import type { NotificationRow } from '#server/repositories/notifications.ts'

type NoticeText = Pick<NotificationRow, 'title' | 'text'>

/** Columns of a new notice. `title` and `text` are its reader's own language, which the program before this one reads. */
export function noticeWords(own: Locale, wordsIn: (locale: Locale) => NoticeText) {
  const words = Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(locale)]))
  return { ...(words[own] ?? wordsIn(own)), words: JSON.stringify(words) }
}

/** Notices from before every language was stored have one. */
export const wordsOf = ({ title, text, words }: NotificationRow, locale: Locale): NoticeText =>
  words?.[locale] ?? { title, text }
