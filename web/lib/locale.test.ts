/** The language in an address, as the library of the messages reads it. */
import { describe, expect, it } from 'vitest'
import { deLocalizeHref, localizeHref } from '#messages/compiled/runtime.js'
import { href, plainPath } from './locale.ts'

const PATHS = [
  ...[
    '/deals',
    '/deals/aB3',
    '/deals/aB3?from=mail#chat',
    '/?x=1',
    '/#top',
    '/high',
    '/him/x',
    '/o/q7',
    '/hindi',
  ],
  ...['/hi/deals', '/hi/deals/aB3?x=/hi/y#z', '/hi/?x=1', '/hi/high', '/hi/hi'],
]

describe.each(PATHS)('%s', (path) => {
  it('in English and in Hindi', () => {
    expect(href(path, 'en')).toBe(localizeHref(path, { locale: 'en' }))
    expect(href(path, 'hi')).toBe(localizeHref(path, { locale: 'hi' }))
  })
  it('without the language', () => expect(plainPath(path)).toBe(deLocalizeHref(path)))
})

it('the first page has no slash behind its language', () => {
  expect([href('/', 'hi'), href('/hi', 'hi'), href('/hi', 'en'), href('/', 'en')]).toEqual([
    '/hi',
    '/hi',
    '/',
    '/',
  ])
  expect([plainPath('/hi'), plainPath('/hi?x=1'), plainPath('/hi#top')]).toEqual(['/', '/?x=1', '/#top'])
})

it('an address that is sent to somebody else has none', () => {
  expect(href('/api/transactions/shopping/q7', 'hi')).toBe('/api/transactions/shopping/q7')
})

it.each(['//evil.example', '/hi//evil.example', '///evil.example', '//hi//evil.example'])(
  '%s stays on this site',
  (path) => {
    expect([plainPath(path), href(path, 'en')]).toEqual(['/evil.example', '/evil.example'])
    expect(href(path, 'hi')).toBe('/hi/evil.example')
  },
)
