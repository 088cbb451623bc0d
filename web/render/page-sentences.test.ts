import { expect, it } from 'vitest'
import { sentencesOf } from './page-sentences.ts'

it('reads what a page shows, sentence by sentence', () => {
  const html =
    '<!DOCTYPE html><html><head><title>Not this</title></head><body><script>if (a < 2) b()</script>' +
    '<h1>Fees &amp; times</h1><p>We take <!-- --><b>5%</b>. It&#x27;s Rs&nbsp;50 each.</p><ul><li>One</li><li>Two</li></ul>' +
    '<svg><text>10</text></svg></body></html>'
  expect(sentencesOf(html, 'en')).toEqual(['Fees & times', 'We take 5%.', "It's Rs 50 each.", 'One', 'Two'])
})

it('splits Hindi at its own full stop', () => {
  expect(sentencesOf('<p>2 दिन हैं। पैसा लौटता है।</p>', 'hi')).toEqual(['2 दिन हैं।', 'पैसा लौटता है।'])
})
