import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryStore } from '#test/support/memory-store.ts'
import { clearSession, onSession, readSession, refreshUser, type Session, storeSession } from './session.ts'

class Cookies {
  readonly jar = new Set<string>()
  readonly given: string[] = []
  takes = true
  get cookie(): string {
    return [...this.jar].join('; ')
  }
  set cookie(text: string) {
    this.given.push(text)
    if (this.takes) this.jar.add(text.split(';')[0] ?? '')
  }
}
const cookies = () => document as unknown as Cookies

const ravi = {
  token: 'token-of-ravi',
  user: { id: 1, first_name: 'Ravi', user_type: ['Buyer'] },
} as unknown as Session

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStore())
  vi.stubGlobal('sessionStorage', new MemoryStore())
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', new Cookies())
  vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
})

describe('the session', () => {
  it('is kept for good when remembered, with no cookie', () => {
    storeSession(ravi, true)
    cookies().jar.clear()
    expect(readSession()).toEqual(ravi)
    expect(localStorage.getItem('token')).toBe(ravi.token)
  })

  it('leaves no phone, email or payment number on the device', () => {
    const contacts = { phone_number: '9876543210', email: 'ravi@example.com', payment_number: '9876500000' }
    storeSession({ ...ravi, user: { ...ravi.user, ...contacts } }, true)
    const stored = () => JSON.stringify(localStorage)
    for (const contact of Object.values(contacts)) expect(stored()).not.toContain(contact)
    refreshUser({ ...ravi.user, ...contacts })
    for (const contact of Object.values(contacts)) expect(stored()).not.toContain(contact)
    expect(readSession()?.user.first_name).toBe('Ravi')
  })

  it('is there in every tab until the browser is closed when it was not to be remembered', () => {
    storeSession(ravi, false)
    vi.stubGlobal('sessionStorage', new MemoryStore())
    expect(readSession(), 'in another tab').toEqual(ravi)
    cookies().jar.clear()
    expect(readSession(), 'after the browser was closed').toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it.each([
    ['https:', '__Host-browser-open=1; path=/; samesite=lax; secure'],
    ['http:', 'browser-open=1; path=/; samesite=lax'],
  ])('over %s its cookie is this host’s alone, as far as it can be, and says nothing', (protocol, cookie) => {
    vi.stubGlobal('location', { protocol })
    storeSession(ravi, false)
    expect(cookies().given).toEqual([cookie])
    expect(readSession()).toEqual(ravi)
  })

  it('is the tab’s alone where cookies are refused', () => {
    cookies().takes = false
    storeSession(ravi, false)
    expect(readSession()).toEqual(ravi)
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('remembered after one that was not outlives the browser', () => {
    storeSession(ravi, false)
    storeSession(ravi, true)
    cookies().jar.clear()
    expect(readSession()).toEqual(ravi)
  })

  it('is the same object until it changes, so that React does not draw for nothing', () => {
    storeSession(ravi, true)
    expect(readSession()).toBe(readSession())
  })

  it('is one: signing in as another leaves nothing of the first', () => {
    storeSession(ravi, true)
    storeSession({ ...ravi, token: 'other' }, false)
    expect(readSession()?.token).toBe('other')
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  it('takes the user as the server has them now', () => {
    storeSession(ravi, true)
    refreshUser({ ...ravi.user, first_name: 'Ravindra' })
    expect(readSession()?.user.first_name).toBe('Ravindra')
  })

  it('is gone after clearing, and says so', () => {
    const listener = vi.fn()
    onSession(listener)
    storeSession(ravi, true)
    clearSession()
    expect(readSession()).toBeNull()
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('is nobody when what was stored is broken', () => {
    localStorage.setItem('token', 't')
    localStorage.setItem('user', '{')
    expect(readSession()).toBeNull()
  })
})
