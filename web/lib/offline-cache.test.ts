import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryStore } from '#test/support/memory-store.ts'

/** Refuses them: a session that is not remembered is then this tab's alone. */
const noCookies = {
  get cookie() {
    return ''
  },
  set cookie(_text: string) {},
}
let local: MemoryStore
let tab: MemoryStore
beforeEach(() => {
  local = new MemoryStore()
  tab = new MemoryStore()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', noCookies)
})

const {
  clearOfflineCache: forgetKept,
  isCacheable: isKeptCall,
  saveResponse: keep,
  readResponse: recall,
} = await import('./offline-cache.ts')
const { clearSession, storeSession } = await import('./session.ts')
const session = (id: number) => ({ token: `t${id}`, user: { id } as never })

describe('what is kept', () => {
  it.each([
    ['/api/deals/', true],
    ['/api/deals/?page=1', true],
    ['/api/deals/?page=1&page_size=20&show=open', true],
    ['/api/deals/Ab_-9/', true],
    ['/api/deals/?search=phone', false],
    ['/api/deals/Ab_-9/messages/', false],
    ['/api/deals/Ab_-9/handover/', false],
    ['/api/transactions/shopping/?form_pk=x', false],
    ['/api/auth/user/', false],
    ['/api/auth/thirdview/users/', false],
  ])('%s: %s', (address, isKept) => {
    expect(isKeptCall('GET', address)).toBe(isKept)
    expect(isKeptCall('POST', address)).toBe(false)
  })

  it('lies where the session lies', () => {
    storeSession(session(1), false)
    keep(1, '/api/deals/', ['a'])
    expect(Object.keys(local)).toEqual([])
    expect(recall(1, '/api/deals/')?.answer).toEqual(['a'])
  })

  it('is nobody else’s, and goes at sign-out and when another signs in', () => {
    storeSession(session(1), true)
    keep(1, '/api/deals/', ['a'])
    expect(recall(2, '/api/deals/')).toBe(null)
    storeSession(session(2), true)
    expect(recall(1, '/api/deals/')).toBe(null)
    keep(2, '/api/deals/', ['b'])
    clearSession()
    expect([...Object.keys(local), ...Object.keys(tab)]).toEqual([])
  })

  it('is nothing without a session, and the newest few with one', () => {
    keep(1, '/api/deals/', ['a'])
    expect(Object.keys(local)).toEqual([])
    storeSession(session(1), true)
    for (let i = 0; i < 40; i++) {
      vi.spyOn(Date, 'now').mockReturnValue(i)
      keep(1, `/api/deals/d${i}/`, i)
    }
    expect(recall(1, '/api/deals/d0/')).toBe(null)
    expect(recall(1, '/api/deals/d39/')).toEqual({ at: 39, answer: 39 })
  })

  it('gives way when the storage is full', () => {
    storeSession(session(1), true)
    keep(1, '/api/deals/', ['a'])
    vi.spyOn(local, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    keep(1, '/api/deals/x/', 'b')
    expect(recall(1, '/api/deals/')).toBe(null)
    forgetKept()
  })
})
