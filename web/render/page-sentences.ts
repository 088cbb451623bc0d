/** The sentences that a rendered page shows: without its scripts, pictures and markup. */
import type { Locale } from '#core/locale.ts'

const UNSEEN = /<(script|style|template|svg|head)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi
const BLOCK =
  /<\/?(?:address|article|aside|blockquote|br|button|caption|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|label|legend|li|main|nav|ol|option|p|section|summary|table|tbody|td|th|thead|tr|ul)\b[^>]*>/gi
const TAG = /<[^>]*>/g

/** What React and marked write for a character that HTML would misread, and the blank that may not break. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

const plain = (html: string): string =>
  html
    .replace(TAG, '')
    .replace(/&(?:lt|gt|quot|#x27|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

export function sentencesOf(html: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  return html
    .replace(UNSEEN, '')
    .split(BLOCK)
    .map(plain)
    .filter((text) => text !== '')
    .flatMap((text) => [...segmenter.segment(text)].map(({ segment }) => segment.trim()))
}
