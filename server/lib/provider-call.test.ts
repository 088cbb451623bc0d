/** Over real sockets: what each outcome of a call says about whether anything was done, and what a provider may not do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callProvider, lastUnreadableAnswers, type ProviderRequest } from './provider-call.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Respond = (request: IncomingMessage, response: ServerResponse) => void

async function urlOf(server: Server | ReturnType<typeof createRawServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serverThat = (respond: Respond): Promise<string> => urlOf(createServer(respond))

const answering =
  (status: number, body = ''): Respond =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(body))
  }

const order = z.object({ id: z.string() })
const call = (url: string, more: Partial<ProviderRequest> = {}) =>
  callProvider({ url, headers: {}, json: { amount: 1 }, timeoutMs: 2_000, ...more }, order)
const question = (url: string) => call(url, { method: 'GET', json: undefined })

describe('an answer', () => {
  // what was asked to be done, and the same outcome of a question
  it.each<[string, number, string, object, string]>([
    ['as documented', 200, '{"id":"a","more":1}', { is: 'done', facts: { id: 'a' } }, 'done'],
    ['created', 201, '{"id":"a"}', { is: 'done' }, 'done'],
    ['empty', 200, '', { is: 'unknown', status: 200 }, 'unknown'],
    ['a page', 200, '<html>busy</html>', { is: 'unknown' }, 'unknown'],
    ['half', 200, '{"id":"a', { is: 'unknown' }, 'unknown'],
    ['of another form', 200, '{"order_id":"a"}', { is: 'unknown' }, 'unknown'],
    ['refused', 400, '{"error":{"code":"BAD"}}', { is: 'refused', retry: 'never', status: 400 }, 'unknown'],
    ['not there', 404, '{}', { is: 'refused', retry: 'never', status: 404 }, 'unknown'],
    ['wrong key', 401, '{}', { is: 'refused', retry: 'config', status: 401 }, 'unknown'],
    ['closed to us', 403, '', { is: 'refused', retry: 'config', status: 403 }, 'unknown'],
    ['too often', 429, '', { is: 'refused', retry: 'later', status: 429 }, 'unknown'],
    ['still running', 409, '{}', { is: 'pending' }, 'unknown'],
    ['took too long', 408, '', { is: 'unknown', status: 408 }, 'unknown'],
    ['failed', 500, '{}', { is: 'unknown', status: 500 }, 'unknown'],
    ['no gateway', 502, '<html>', { is: 'unknown', status: 502 }, 'unknown'],
    ['no service', 503, '', { is: 'unknown', status: 503 }, 'unknown'],
    ['no time', 504, '', { is: 'unknown', status: 504 }, 'unknown'],
  ])('%s (%i)', async (_name, status, body, onOrder, onQuestion) => {
    const url = await serverThat(answering(status, body))
    expect(await call(url)).toMatchObject(onOrder)
    expect((await question(url)).is).toBe(onQuestion)
  })

  it('that is no answer as documented is known by its host, for somebody to look', async () => {
    const [changed, busy] = [
      await serverThat(answering(200, '{"order_id":"a"}')),
      await serverThat(answering(503, '<html>busy</html>')),
    ]
    const before = Date.now()
    await call(changed)
    await call(busy)
    expect(lastUnreadableAnswers().get(new URL(changed).host)).toBeGreaterThanOrEqual(before)
    expect(lastUnreadableAnswers().has(new URL(busy).host)).toBe(false)
  })

  const tooMany = (retryAfter?: string) =>
    serverThat((_, response) =>
      response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(),
    )

  it.each<[string, string | undefined, number]>([
    ['nothing', undefined, 30_000],
    ['seconds', '7', 7_000],
    ['none', '0', 0],
    ['a time that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
    ['no time', 'soon', 30_000],
    ['a day', '86400', 3_600_000],
  ])('that it was too often says how long to wait: %s', async (_name, retryAfter, retryAfterMs) => {
    const url = await tooMany(retryAfter)
    expect(await call(url)).toMatchObject({ is: 'refused', retryAfterMs })
    expect(await question(url)).toMatchObject({ is: 'unknown', retryAfterMs })
  })

  it('that it was too often may name the time', async () => {
    const reply = await call(await tooMany(new Date(Date.now() + 90_000).toUTCString()))
    const { retryAfterMs = 0 } = reply.is === 'refused' ? reply : {}
    expect(retryAfterMs).toBeGreaterThan(60_000)
    expect(retryAfterMs).toBeLessThanOrEqual(90_000)
  })

  it('of a refusal is there to be read', async () => {
    const url = await serverThat(answering(400, '{"error":{"reason":"input_validation_failed"}}'))
    expect(await call(url)).toMatchObject({ body: { error: { reason: 'input_validation_failed' } } })
  })

  it('without end is not read to it', async () => {
    const url = await serverThat((_request, response) => {
      const write = () => response.write('x'.repeat(64 * 1024))
      response.on('drain', write)
      while (write());
    })
    expect(await call(url)).toMatchObject({ is: 'unknown', detail: 'answer too long' })
  })
})

describe('without an answer', () => {
  const socketThat = (act: (socket: Socket) => void) =>
    urlOf(
      createRawServer((socket) => {
        closers.push(() => socket.destroy())
        socket.on('error', () => undefined)
        socket.once('data', () => act(socket))
      }),
    )

  it.each<[string, (socket: Socket) => void]>([
    ['silence', () => undefined],
    ['the line is cut', (socket) => socket.resetAndDestroy()],
    ['the line is closed', (socket) => socket.end()],
    [
      'it breaks off in the middle',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"id":"a"'),
    ],
    [
      'the rest does not come',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"id":'),
    ],
    ['it speaks another language', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ])('%s: it may have been done', async (_name, act) => {
    const url = await socketThat(act)
    expect(await call(url, { timeoutMs: 300 })).toMatchObject({ is: 'unknown', status: null })
    expect(await call(url, { method: 'GET', json: undefined, timeoutMs: 300 })).toMatchObject({
      is: 'unknown',
    })
  })

  it.each<[string, () => Promise<string>]>([
    [
      'nobody listens',
      async () => {
        const url = await serverThat(answering(200))
        for (const close of closers.splice(0)) close()
        return url
      },
    ],
    ['no certificate', async () => (await serverThat(answering(200))).replace('http:', 'https:')],
  ])('%s: nothing was asked', async (_name, at) => {
    expect(await call(await at())).toMatchObject({ is: 'refused', retry: 'later', status: null })
  })

  it('a connection that does not come about is given up long before an answer would be: nothing was asked', async () => {
    const url = await urlOf(createRawServer((socket) => closers.push(() => socket.destroy())))
    const start = performance.now()
    expect(await call(url.replace('http:', 'https:'), { timeoutMs: 20_000 })).toMatchObject({
      ...{ is: 'refused', retry: 'later', status: null },
    })
    expect(performance.now() - start).toBeLessThan(8_000)
  }, 25_000)
})

describe('a provider learns and tells no more than it must', () => {
  it('a redirect is not followed: it would carry the key to another host', async () => {
    const keys: unknown[] = []
    const thief = await serverThat((request, response) => {
      keys.push(request.headers.authkey)
      response.end('{}')
    })
    const url = await serverThat((_, response) => response.writeHead(307, { location: thief }).end())
    expect((await call(url, { headers: { authkey: 'secret' } })).is).not.toBe('done')
    expect(keys).toEqual([])
  })

  it('what it repeats of the key, a number or an address is in no detail', async () => {
    const body = 'no key dGVzdDpzZWNyZXQ= for 9876543210 or asha@okbank'
    const url = await serverThat(answering(401, body))
    const headers = { authorization: 'Basic dGVzdDpzZWNyZXQ=' }
    expect(await call(url, { headers })).toMatchObject({ detail: 'status 401 no key … for … or …@…' })
  })

  it('method, headers and body go as they are given', async () => {
    const requests: unknown[] = []
    const url = await serverThat((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        requests.push([request.method, request.headers['x-key'], request.headers['content-type'], body])
        response.end('{"id":"a"}')
      })
    })
    await call(url, { method: 'PATCH', headers: { 'x-key': 'k1' }, json: { on_hold: false } })
    await question(url)
    await call(url, { json: undefined, form: { To: '+91' } })
    expect(requests).toEqual([
      ['PATCH', 'k1', 'application/json', '{"on_hold":false}'],
      ['GET', undefined, undefined, ''],
      ['POST', undefined, 'application/x-www-form-urlencoded;charset=UTF-8', 'To=%2B91'],
    ])
  })
})
