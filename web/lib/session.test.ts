import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, keepSession, onSession, readSession, refreshUser, type Session } from './session.ts'

class Store {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

const ravi = {
  token: 'token-of-ravi',
  user: { id: 1, first_name: 'Ravi', user_type: ['Buyer'] },
} as unknown as Session

beforeEach(() => {
  vi.stubGlobal('localStorage', new Store())
  vi.stubGlobal('sessionStorage', new Store())
  vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
})

describe('the session', () => {
  it.each([
    [true, 'localStorage', 'sessionStorage'],
    [false, 'sessionStorage', 'localStorage'],
  ] as const)('remembered %s is kept in %s and not in %s', (remember, where, notWhere) => {
    keepSession(ravi, remember)
    expect(globalThis[where].getItem('token')).toBe(ravi.token)
    expect(globalThis[notWhere].getItem('token')).toBeNull()
    expect(readSession()).toEqual(ravi)
  })

  it('is the same object until it changes, so that React does not draw for nothing', () => {
    keepSession(ravi, true)
    expect(readSession()).toBe(readSession())
  })

  it('is one: signing in as another leaves nothing of the first', () => {
    keepSession(ravi, true)
    keepSession({ ...ravi, token: 'other' }, false)
    expect(readSession()?.token).toBe('other')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('takes the user as the server has him now', () => {
    keepSession(ravi, true)
    refreshUser({ ...ravi.user, first_name: 'Ravindra' })
    expect(readSession()?.user.first_name).toBe('Ravindra')
  })

  it('is gone after clearing, and says so', () => {
    const told = vi.fn()
    onSession(told)
    keepSession(ravi, true)
    clearSession()
    expect(readSession()).toBeNull()
    expect(told).toHaveBeenCalledTimes(2)
  })

  it('is nobody when what was stored is broken', () => {
    localStorage.setItem('token', 't')
    localStorage.setItem('user', '{')
    expect(readSession()).toBeNull()
  })
})
