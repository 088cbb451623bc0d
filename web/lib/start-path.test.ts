import { describe, expect, it } from 'vitest'
import { homePath, nextPath, startPath } from './start-path.ts'

describe('startPath and homePath (spec §2)', () => {
  it.each([
    ['Buyer', '/shopping/form', '/shopping/form'],
    ['Service_Provider', '/services/form', '/services/form'],
    ['Client', '/client_home', '/client_home'],
    ['Seller', '/seller_home', '/seller_home'],
    ['Admin', '/seller_home', '/admin_dashboard'],
    ['Mediator', '/seller_home', '/admin_dashboard'],
  ] as const)('%s: button %s, landing %s', (role, start, home) => {
    expect(startPath(role)).toBe(start)
    expect(homePath(role)).toBe(home)
  })

  it('sends whoever is signed out to sign up', () => {
    expect(startPath(undefined)).toBe('/register')
  })
})

const next = (address: string): string => nextPath(`?next=${encodeURIComponent(address)}`, '/home')

describe('nextPath', () => {
  it.each(['/deals/abc', '/api/transactions/shopping/?form_pk=abc', '/hi/deals', '/'])(
    'goes back to %s',
    (path) => {
      expect(next(path)).toBe(path)
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
    expect(next(path)).toBe('/home')
  })

  it('falls back when no page asked for the sign-in', () => {
    expect(nextPath('', '/home')).toBe('/home')
  })
})
