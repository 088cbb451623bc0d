import { expect, it } from 'vitest'
import { folded, searchWords } from './faq.ts'

const finds = (search: string, text: string): boolean =>
  searchWords(search).every((word) => folded(text).includes(word))

it.each([
  ['खरीदार', 'ख़रीदार कब भुगतान करता है?', true],
  ['ख़रीदार', 'खरीदार कब भुगतान करता है?', true],
  ['\u0959रीदार', 'ख\u093cरीदार', true],
  ['रिफंड', 'रिफ़ंड कब मिलता है?', true],
  ['पैसे रिफंड', 'पैसा: रिफ़ंड कब मिलता है?', true],
  ['REFUNDS', 'When is a refund paid?', true],
  ['विवाद', 'रिफ़ंड कब मिलता है?', false],
])('%s in "%s": %s', (search, text, expected) => {
  expect(finds(search, text)).toBe(expected)
})
