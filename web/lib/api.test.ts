import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentUser, login } from '#core/contract/auth.ts'
import { markRead } from '#core/contract/chat.ts'
import { actOnDeal, listDeals } from '#core/contract/deals.ts'
import { MemoryStore } from '#test/support/memory-store.ts'
import { addressOf, call, endOfSession } from './api.ts'
import { ApiError } from './api-error.ts'
import { toastLines } from './error-toasts.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status, headers }))
const failure = (): Promise<unknown> => call(currentUser, {}).catch((error: unknown) => error)

afterEach(() => vi.restoreAllMocks())

describe('addressOf', () => {
  it('puts parameters in place, escaped, with the slash of spec §7', () => {
    const params = { form_pk: 'a/b', action: 'release' }
    expect(addressOf(actOnDeal, { params })).toBe('/api/deals/a%2Fb/release/')
  })

  it('leaves out what was not asked', () => {
    expect(addressOf(listDeals, { query: { page: 2, search: '', ordering: undefined } })).toBe(
      '/api/deals/?page=2',
    )
  })
})

describe('call', () => {
  it('sends JSON and the key of the act', async () => {
    const fetch = answer(200, { token: 't', user: {} })
    await call(login, { body: { phone_number: '9876543210', password: 'x' }, idempotencyKey: 'k' })
    const [address, init] = fetch.mock.calls[0] ?? []
    expect(address).toBe('/api/auth/login/')
    expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json', 'Idempotency-Key': 'k' })
  })

  it('keeps field messages apart from reasons', async () => {
    answer(400, { email: ['Please enter a valid email'], non_field_errors: ['No'] })
    const error = (await failure()) as ApiError
    expect(error.fields.email).toEqual(['Please enter a valid email'])
    expect(toastLines(error)).toEqual(['Email: Please enter a valid email', 'No'])
  })

  it('takes the reason of a refusal as it comes', async () => {
    answer(409, { message: 'Not now.', code: 'wrong_state' })
    expect(await failure()).toMatchObject({
      status: 409,
      code: 'wrong_state',
      message: 'Not now.',
      fields: {},
    })
  })

  it('takes a refusal that came in the body for what it is', async () => {
    const body = { message: 'Not here.', code: 'not_found', request_id: 'r', status: 404 }
    const fetch = answer(200, body, { 'Preference-Applied': 'refusal=body' })
    expect(await failure()).toMatchObject({ status: 404, code: 'not_found', message: 'Not here.' })
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ Prefer: 'refusal=body' })
  })

  it('says how long to wait', async () => {
    answer(429, { message: 'slow', code: 'rate_limited' }, { 'Retry-After': '42' })
    expect(String(await failure())).toContain('42 seconds')
  })

  it('never shows what a proxy or a crash wrote', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>Bad gateway', { status: 502 }))
    expect(String(await failure())).not.toContain('html')
  })

  it('says that the server was not reached', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure()).toMatchObject({ status: 0, code: 'network' })
  })
})

describe('a session that has ended', () => {
  const release = () =>
    call(actOnDeal, {
      ...{ params: { form_pk: 'a', action: 'release' }, body: {}, idempotencyKey: 'k' },
    }).catch(() => undefined)
  const signIn = () => {
    localStorage.setItem('token', 't')
    localStorage.setItem('user', '{"id":1}')
  }
  const expired = () => answer(401, { message: 'Sign in.', code: 'unauthenticated' })

  beforeEach(() => {
    vi.stubGlobal('localStorage', new MemoryStore())
    vi.stubGlobal('sessionStorage', new MemoryStore())
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is told apart: a write was not done, until one is; a read leaves nothing undone, and a wrong password neither', async () => {
    expired()
    await failure()
    await call(login, { body: { phone_number: '9876543210', password: 'x' } }).catch(() => undefined)
    expect(endOfSession()).toBeNull()
    signIn()
    await failure()
    await call(markRead, { params: { form_pk: 'a' }, body: { id: 1 } }).catch(() => undefined)
    expect([endOfSession(), localStorage.getItem('token')]).toEqual(['ended', null])
    signIn()
    await release()
    expect([endOfSession(), localStorage.getItem('token')]).toEqual(['undone', null])
    signIn()
    await failure()
    expect(endOfSession(), 'a read that ends beside it').toBe('undone')
    answer(200, { token: 't', user: {} })
    await call(login, { body: { phone_number: '9876543210', password: 'x' } })
    expect(endOfSession()).toBeNull()
  })
})

describe('a read that was called off', () => {
  it.each(['before the answer', 'amid the answer'])('%s is not a lost network', async (when) => {
    const off = new AbortController()
    const body = new ReadableStream({ pull: (stream) => stream.error(off.signal.reason) })
    off.abort()
    const fetch = vi.spyOn(globalThis, 'fetch')
    if (when === 'before the answer') fetch.mockRejectedValue(off.signal.reason)
    else fetch.mockResolvedValue(new Response(body))
    const error = await call(currentUser, { signal: off.signal }).catch((error: unknown) => error)
    expect(error).toBe(off.signal.reason)
  })
})

describe('toastLines', () => {
  it.each([
    ['first_name', 'Name: x'],
    ['phone_number', 'Phone Number: x'],
    ['payment_number', 'Payment Number: x'],
    ['password', 'Password: x'],
    ['message', 'Message: x'],
    ['amount', 'x'],
  ])('groups %s as "%s"', (field, line) => {
    expect(toastLines(new ApiError({ status: 400, code: 'invalid', fields: { [field]: ['x'] } }))).toEqual([
      line,
    ])
  })
})
