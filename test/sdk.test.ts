/** The SDK's own rules, and the button: what they accept and refuse, and how large they are. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { Amanat, verify } from '#sdk/index.js'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NOW = 1_780_000_000_000
const BODY = JSON.stringify({ type: 'deal.funded', timestamp: '2026-05-28T00:00:00Z', data: { seq: 3 } })
const signed = (over: Record<string, string> = {}, secret = SECRET) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW / 1000),
  'webhook-signature': new Webhook(secret).sign('msg_1', new Date(NOW), BODY),
  ...over,
})
const check = (raw: string | Uint8Array, headers: Record<string, string>, now = NOW) =>
  verify(raw, headers, SECRET, { now })

describe('verify', () => {
  it('takes what Standard Webhooks signs, as a text or bytes, with headers of any kind', async () => {
    expect(await check(BODY, signed())).toEqual(JSON.parse(BODY))
    expect(await check(new TextEncoder().encode(BODY), signed())).toEqual(JSON.parse(BODY))
    expect(await verify(BODY, new Headers(signed()), SECRET, { now: NOW })).toEqual(JSON.parse(BODY))
    const named = { 'Webhook-Id': 'msg_1', ...signed() }
    expect(await check(BODY, named)).toEqual(JSON.parse(BODY))
    // as a server of Node.js has them
    const incoming: IncomingHttpHeaders = { ...signed(), 'set-cookie': ['a', 'b'] }
    expect((await verify(BODY, incoming, SECRET, { now: NOW })).data.seq).toBe(3)
  })

  it('takes any of several signatures, as while a secret is changed', async () => {
    const { 'webhook-signature': right } = signed()
    const headers = signed({ 'webhook-signature': `v1,${'A'.repeat(43)}= v1a,xyz ${right}` })
    expect(await check(BODY, headers)).toEqual(JSON.parse(BODY))
  })

  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  it.each<[string, string, Record<string, string>, number?]>([
    ['another body', BODY.replace('3', '4'), signed()],
    ['a space more', `${BODY} `, signed()],
    ['another id', BODY, signed({ 'webhook-id': 'msg_2' })],
    ['another time', BODY, signed({ 'webhook-timestamp': String(NOW / 1000 + 1) })],
    ['another secret', BODY, signed({}, other)],
    ['no signature', BODY, signed({ 'webhook-signature': '' })],
    ['a signature that is no base64', BODY, signed({ 'webhook-signature': 'v1,§§' })],
    ['a version that is not known', BODY, signed({ 'webhook-signature': 'v9,AAAA' })],
    ['an old one', BODY, signed(), NOW + 301_000],
    ['one of the future', BODY, signed(), NOW - 301_000],
    ['a time that is no number', BODY, signed({ 'webhook-timestamp': 'NaN' })],
  ])('refuses %s', async (_, raw, headers, now) => {
    await expect(check(raw, headers, now)).rejects.toThrow()
  })
})

describe('verify with a public key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
  const PUBLIC = `whpk_${raw.toString('base64')}`
  const text = `msg_1.${NOW / 1000}.${BODY}`
  const own = `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`
  const checked = (signature: string, body = BODY, key = PUBLIC) =>
    verify(body, signed({ 'webhook-signature': signature }), key, { now: NOW })

  it('takes the signature `v1a`, alone or beside one of a secret', async () => {
    expect(await checked(own)).toEqual(JSON.parse(BODY))
    expect(await checked(`${signed()['webhook-signature']} ${own}`)).toEqual(JSON.parse(BODY))
  })

  // with the public key as the secret of an HMAC, which anybody can compute
  const forged = new Webhook(raw.toString('base64')).sign('msg_1', new Date(NOW), BODY)
  const foreign = sign(null, Buffer.from(text), generateKeyPairSync('ed25519').privateKey).toString('base64')
  it.each([
    ['another body', own, BODY.replace('3', '4'), PUBLIC],
    ['one of another endpoint', `v1a,${foreign}`, BODY, PUBLIC],
    ['an HMAC made with the public key', forged, BODY, PUBLIC],
    ['that HMAC called `v1a`', forged.replace('v1,', 'v1a,'), BODY, PUBLIC],
    ['`v1a` where a secret is expected', own, BODY, SECRET],
  ])('refuses %s', async (_, signature, body, key) => {
    await expect(checked(signature, body, key)).rejects.toThrow('signature')
  })
})

describe('a call', () => {
  const answers = (...replies: (Response | Error)[]) => {
    const keys: (string | null)[] = []
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const reply = replies.shift()
      if (reply instanceof Error || !reply) throw reply ?? new Error('asked once too often')
      return reply
    }
    return { keys, client: new Amanat({ key: 'amt_test_x', baseUrl: 'https://a.example/', fetch }) }
  }
  const busy = () => new Response('', { status: 503, headers: { 'retry-after': '0' } })

  it('is tried again under one key while the server is busy', async () => {
    const { keys, client } = answers(busy(), busy(), new Response('{"id":"1"}', { status: 201 }))
    expect(await client.links.create({ title: 'Lamp', amount: 5 })).toEqual({ id: '1' })
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
  })

  it('gives up after three tries, and says what was refused', async () => {
    const { keys, client } = answers(busy(), busy(), busy())
    await expect(client.deals.list()).rejects.toMatchObject({ name: 'AmanatError', status: 503 })
    expect(keys).toEqual([null, null, null])
    const refused = answers(Response.json({ amount: ['Enter an amount.'] }, { status: 400 }))
    await expect(refused.client.links.create({})).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { amount: ['Enter an amount.'] },
    })
  })

  it('waits for its first try, which is still being done', async () => {
    const first = Response.json(
      { message: 'It is being done.', code: 'in_progress' },
      { status: 409, headers: { 'retry-after': '0' } },
    )
    const { keys, client } = answers(first, new Response('{"id":"1"}', { status: 201 }))
    expect(await client.links.create({ title: 'Lamp', amount: 5 })).toEqual({ id: '1' })
    expect(new Set(keys).size).toBe(1)
  })

  it('that is refused says of which field, and another conflict is not tried again', async () => {
    const refused = answers(
      Response.json({ amount: ['Enter an amount.'], title: ['Too long.'] }, { status: 400 }),
    )
    await expect(refused.client.links.create({})).rejects.toThrow(
      'amount: Enter an amount.; title: Too long.',
    )
    const body = { message: 'Somebody was first.', code: 'conflict' }
    const { keys, client } = answers(Response.json(body, { status: 409 }))
    await expect(client.links.create({})).rejects.toThrow('Somebody was first.')
    expect(keys).toHaveLength(1)
  })

  it('of a change is not tried again when nobody knows whether it was done', async () => {
    const { keys, client } = answers(new Error('cut off'))
    await expect(client.links.change('1', { paused: true })).rejects.toThrow('cut off')
    expect(keys).toHaveLength(1)
  })
})

describe('the files', () => {
  it('are small, and depend on nothing', () => {
    const sdk = readFileSync('sdk/index.js')
    expect(gzipSync(sdk, { level: 9 }).length).toBeLessThanOrEqual(6 * 1024)
    expect(sdk.toString()).not.toMatch(/\bimport\b.*from|require\(/)
    expect(readFileSync('sdk/button.js').length).toBeLessThanOrEqual(4 * 1024)
    expect(Object.keys(JSON.parse(readFileSync('sdk/package.json', 'utf8')))).not.toContain('dependencies')
  })
})

interface FakeLink {
  readonly href: string
  readonly dataset: Record<string, string>
  readonly style: Record<string, string>
  readonly lines: string[]
  append(line: { textContent: string }): void
  closest(): { lang: string }
}

const link = (href: string, lang = 'en'): FakeLink => {
  const lines: string[] = []
  return {
    href,
    dataset: {},
    style: {},
    lines,
    append: ({ textContent }) => lines.push(textContent),
    closest: () => ({ lang }),
  }
}

/** The button's script on a page with these links. */
async function run(links: FakeLink[], reply: () => Promise<Response>): Promise<string[]> {
  const addresses: string[] = []
  const fetch = (url: string) => {
    addresses.push(url)
    return reply()
  }
  const document = {
    currentScript: { src: 'https://amanat.example/button.js' },
    readyState: 'complete',
    querySelectorAll: () => links,
    createElement: () => ({ style: {} }),
  }
  const page = createContext({ document, fetch, URL, Intl, location: { href: 'https://shop.example/' } })
  runInContext(readFileSync('sdk/button.js', 'utf8'), page)
  await new Promise((done) => setImmediate(done))
  return addresses
}

const offer = (available: boolean) => async () =>
  Response.json({ amount: 1500, available, title: '<b>x</b>' })

describe('the button', () => {
  it('shows price and state, in the language of the page', async () => {
    const [english, hindi] = [
      link('https://amanat.example/o/abc'),
      link('https://amanat.example/hi/o/abc', 'hi'),
    ]
    expect(await run([english, hindi], offer(true))).toEqual(
      Array(2).fill('https://amanat.example/api/links/abc'),
    )
    expect(english.lines).toEqual(['₹1,500', 'Money is held until you have it'])
    expect(hindi.lines[1]).toBe('सामान मिलने तक पैसा सुरक्षित')
    expect([english.dataset.amanat, english.style.minHeight]).toEqual(['open', '44px'])
  })

  it('says when it is sold out', async () => {
    const sold = link('https://amanat.example/o/abc')
    await run([sold], offer(false))
    expect([sold.dataset.amanat, sold.lines[1]]).toEqual(['gone', 'Not for sale now'])
  })

  it('leaves a link that it was: elsewhere, of another page, or when the server does not answer', async () => {
    const away = ['https://evil.example/o/abc', 'https://amanat.example/account', 'javascript:alert(1)'].map(
      (href) => link(href),
    )
    expect(await run(away, offer(true))).toEqual([])
    expect(away.map(({ style }) => style)).toEqual([{}, {}, {}])
    const plain = link('https://amanat.example/o/abc')
    await run([plain], () => Promise.reject(new Error('offline')))
    expect([plain.lines, plain.href]).toEqual([[], 'https://amanat.example/o/abc'])
  })

  it('makes no frame, no window and no markup', () => {
    expect(readFileSync('sdk/button.js', 'utf8')).not.toMatch(/iframe|innerHTML|window\.open|document\.write/)
  })
})
