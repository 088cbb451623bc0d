import { describe, expect, it } from 'vitest'
import { homePath, startPath } from './start-path.ts'

describe('where a role begins (spec §2)', () => {
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

  it('sends strangers to sign up', () => {
    expect(startPath(undefined)).toBe('/register')
  })
})
