/** Notices by WhatsApp: who is told of what, when, and what becomes of a message that WhatsApp does not take. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runBatch } from '#server/jobs/queue.ts'
import { whatsAppQueue } from '#server/jobs/whatsapp.ts'
import { quietLog } from '#server/log.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { accept, offerShopping, type Person } from '#test/support/people.ts'

interface SentMessage {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}
let status = 200
const sent: SentMessage[] = []
/** In place of graph.facebook.com, as its page "Send messages" describes it. */
const graph = createServer(async (request, response) => {
  sent.push({
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: await json(request),
  })
  const answer =
    status === 200 ? { messages: [{ id: 'wamid.1' }] } : { error: { message: 'no', code: 131_000 } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}).listen(0, '127.0.0.1')
await once(graph, 'listening')

const whatsapp = {
  ...{ token: 'token-of-the-account', phoneNumberId: '1050', version: 'v23.0', template: 'deal_notice' },
  languages: ['en', 'hi'],
  baseUrl: `http://127.0.0.1:${(graph.address() as AddressInfo).port}`,
}
const settings = { ...testSettings, whatsapp }
const app = useApp({ settings })

beforeAll(() => expect(graph.listening).toBe(true))
afterAll(() => new Promise((done) => graph.close(done)))
beforeEach(() => {
  status = 200
  sent.length = 0
})

const choose = (who: Person, body: object) =>
  app.call('POST', '/api/account/notices', { token: who.token, body: { mail: 'all', quiet: null, ...body } })
const sendDue = async () => {
  const queue = whatsAppQueue({ runInTransaction: app.db.runInTransaction, settings })
  while ((await runBatch(queue, quietLog)).claimed > 0);
}

it('the other side’s move comes by the template, with the line and the way to the deal, once', async () => {
  const pair = await offerShopping(app)
  expect((await choose(pair.payer, { whatsapp: true })).body).toMatchObject({ whatsapp: true })
  await accept(app, pair)
  await sendDue()
  await sendDue()
  expect(sent).toEqual([
    {
      path: '/v23.0/1050/messages',
      authorization: 'Bearer token-of-the-account',
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: `91${pair.payer.phone}`,
        type: 'template',
        template: {
          name: 'deal_notice',
          language: { code: 'en' },
          components: [
            {
              type: 'body',
              parameters: [{ type: 'text', text: `${pair.payee.business} (Asha Rao) accepted the terms.` }],
            },
            {
              type: 'button',
              sub_type: 'url',
              index: '0',
              parameters: [{ type: 'text', text: `deals/${pair.formPk}` }],
            },
          ],
        },
      },
    },
  ])
})

it('what I did myself does not come, nor anything to whoever did not choose it or left it again', async () => {
  const pair = await offerShopping(app)
  await choose(pair.payee, { whatsapp: true })
  await accept(app, pair)
  await choose(pair.payer, { whatsapp: true })
  await app.call('POST', `/api/deals/${pair.formPk}/withdraw`, { token: pair.payee.token, body: {} })
  await choose(pair.payer, { whatsapp: false })
  await sendDue()
  expect(sent).toEqual([])
})

it('waits out the hours that its reader wants quiet', async () => {
  const pair = await offerShopping(app)
  const { rows } = await app.db.ownerPool.query(
    `select extract(hour from product_now() at time zone 'Asia/Kolkata')::int as hour`,
  )
  const from = rows[0].hour
  await choose(pair.payer, { whatsapp: true, quiet: { from, until: (from + 2) % 24 } })
  await accept(app, pair)
  await sendDue()
  expect(sent).toEqual([])
  await app.advance('PT3H')
  await sendDue()
  expect(sent).toHaveLength(1)
})

it('is tried again when WhatsApp is out of order, and not when it refuses', async () => {
  const pair = await offerShopping(app)
  await choose(pair.payer, { whatsapp: true })
  await accept(app, pair)
  status = 429
  await sendDue()
  expect(sent).toHaveLength(1)
  await app.db.ownerPool.query('update whatsapp_message set next_try_at = clock_timestamp()')
  status = 400
  await sendDue()
  await app.db.ownerPool.query('update whatsapp_message set next_try_at = clock_timestamp()')
  await sendDue()
  expect(sent).toHaveLength(2)
})
