import { expect, it } from 'vitest'
import { changedSentences, changedTexts } from './sentence-changes.ts'

it('pairs what went with what came, in their order', () => {
  expect(changedTexts(['a', 'b 2', 'c', 'd 3'], ['a', 'b 4', 'c', 'd 5'])).toEqual([
    { before: 'b 2', after: 'b 4' },
    { before: 'd 3', after: 'd 5' },
  ])
  expect(changedTexts(['a'], ['a', 'b'])).toEqual([{ before: '', after: 'b' }])
  expect(changedTexts(['a', 'b'], ['b'])).toEqual([{ before: 'a', after: '' }])
  expect(changedTexts(['a', 'b'], ['b', 'a'])).toEqual([])
})

it('shows a change once in a language, at the first place that has it', () => {
  const at = (place: string, locale: 'en' | 'hi', text: string) => ({ place, locale, text })
  const before = [
    at('/', 'en', 'x 2'),
    at('/faq', 'en', 'x 2'),
    at('/faq', 'en', 'y 1'),
    at('/', 'hi', 'x 2'),
  ]
  const after = [at('/', 'en', 'x 3'), at('/faq', 'en', 'x 3'), at('/faq', 'en', 'y 2'), at('/', 'hi', 'x 3')]
  expect(changedSentences(before, after)).toEqual([
    { place: '/', locale: 'en', before: 'x 2', after: 'x 3' },
    { place: '/faq', locale: 'en', before: 'y 1', after: 'y 2' },
    { place: '/', locale: 'hi', before: 'x 2', after: 'x 3' },
  ])
})
