/** Notices on the lock screen: who is told, what a push service sees, and what becomes of a browser that is gone. */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pushQueue } from '#server/jobs/push.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { accept, offerShopping, type Person } from '#test/support/people.ts'

const settings = {
  ...testSettings,
  webhookAllow: ['127.0.0.1'],
  push: { privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', contact: 'mailto:a@b.example' },
}
const app = useApp({ settings })

interface Receipt {
  readonly path: string
  readonly headers: Record<string, unknown>
  readonly body: Buffer
}
let status = 201
const receipts: Receipt[] = []
/** In place of the browsers' makers. */
const service = createServer(async (request, response) => {
  receipts.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
  response.writeHead(status).end()
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => service.close(done)))
beforeEach(() => {
  status = 201
  receipts.length = 0
})

const AUTH = Buffer.alloc(16, 7)

/** A browser with keys of its own, and how it reads what comes. */
function browserAt(path: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    subscription: {
      endpoint: `${address}${path}`,
      keys: { p256dh: own.getPublicKey('base64url'), auth: AUTH.toString('base64url') },
    },
    read(body: Buffer): unknown {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const secret = derive(own.computeSecret(sender), AUTH, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}
const subscribe = (who: Person, subscription: object) =>
  app.call('POST', '/api/account/push', { token: who.token, body: subscription })
const sendDue = async () => {
  const queue = pushQueue({ runInTransaction: app.db.runInTransaction, settings })
  while ((await runBatch(queue, quietLog)).claimed > 0);
}

it('the other side’s move comes to the browser, sealed, with the line and the way to the deal', async () => {
  const pair = await offerShopping(app)
  const browser = browserAt('/asha')
  const { body: state } = await subscribe(pair.payer, browser.subscription)
  expect(state).toEqual({ public_key: expect.stringMatching(/^[\w-]{87}$/), browsers: 1 })
  await accept(app, pair)
  await sendDue()
  expect(receipts).toHaveLength(1)
  const [{ path, headers, body }] = receipts as [Receipt]
  expect(path).toBe('/asha')
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    authorization: expect.stringMatching(/^vapid t=\S+, k=\S+$/),
  })
  expect(body.toString('latin1')).not.toContain('accepted')
  expect(browser.read(body)).toEqual({
    title: `${pair.payee.business} (Asha Rao) accepted the terms.`,
    path: `/deals/${pair.formPk}`,
  })
  await sendDue()
  expect(receipts).toHaveLength(1)
})

it('what I did myself, and what happens to others, does not come', async () => {
  const pair = await offerShopping(app)
  await subscribe(pair.payee, browserAt('/payee').subscription)
  await accept(app, pair)
  await sendDue()
  expect(receipts).toEqual([])
})

it('a browser that is gone is forgotten, and one that is switched off gets nothing', async () => {
  const pair = await offerShopping(app)
  const [gone, off] = [browserAt('/gone'), browserAt('/off')]
  await subscribe(pair.payer, gone.subscription)
  await subscribe(pair.payer, off.subscription)
  const { endpoint } = off.subscription
  const { body } = await app.call('POST', '/api/account/push/remove', {
    token: pair.payer.token,
    body: { endpoint },
  })
  expect(body.browsers).toBe(1)
  status = 410
  await accept(app, pair)
  await sendDue()
  expect(receipts.map(({ path }) => path)).toEqual(['/gone'])
  const { body: state } = await app.call('GET', '/api/account/push', { token: pair.payer.token })
  expect(state.browsers).toBe(0)
})

it('a service that is down is tried again, and given up after a while', async () => {
  const pair = await offerShopping(app)
  await subscribe(pair.payer, browserAt('/down').subscription)
  await accept(app, pair)
  status = 503
  for (let tries = 0; tries < 10; tries += 1) {
    await app.db.ownerPool.query('update push_message set next_try_at = clock_timestamp()')
    await sendDue()
  }
  expect(receipts).toHaveLength(8)
})

it('a browser tells one person: whoever signed in there last', async () => {
  const [first, second] = [await offerShopping(app), await offerShopping(app)]
  const browser = browserAt('/shared')
  await subscribe(first.payer, browser.subscription)
  await subscribe(second.payer, browser.subscription)
  await accept(app, first)
  await sendDue()
  expect(receipts).toEqual([])
})

it('a double tap stores the browser once', async () => {
  const { payer } = await offerShopping(app)
  const { subscription } = browserAt('/twice')
  const answers = await Promise.all(Array.from({ length: 6 }, () => subscribe(payer, subscription)))
  expect(answers.map(({ status: code }) => code)).toEqual(Array(6).fill(200))
  expect((await app.call('GET', '/api/account/push', { token: payer.token })).body.browsers).toBe(1)
})

it('ten browsers at most, and none with keys that no browser made', async () => {
  const { payer } = await offerShopping(app)
  for (let at = 0; at < 12; at += 1) await subscribe(payer, browserAt(`/many/${at}`).subscription)
  expect((await app.call('GET', '/api/account/push', { token: payer.token })).body.browsers).toBe(10)
  const { endpoint, keys } = browserAt('/bad').subscription
  const bad = await subscribe(payer, { endpoint, keys: { ...keys, p256dh: 'AAAA' } })
  expect([bad.status, Object.keys(bad.body)]).toEqual([400, ['keys']])
})
