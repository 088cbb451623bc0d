import { describe, expect, it } from 'vitest'
import { nextPath } from './next-path.ts'

const ask = (next: string): string => nextPath(`?next=${encodeURIComponent(next)}`, '/home')

describe('nextPath', () => {
  it.each(['/deals/abc', '/api/transactions/shopping/?form_pk=abc', '/hi/deals', '/'])(
    'goes back to %s',
    (path) => {
      expect(ask(path)).toBe(path)
    },
  )

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'deals',
    '/\t/evil.example',
  ])('does not follow %j to another site', (path) => {
    expect(ask(path)).toBe('/home')
  })

  it('has somewhere to go when nothing asked', () => {
    expect(nextPath('', '/home')).toBe('/home')
  })
})
