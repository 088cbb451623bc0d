/** Webhooks: signed as Standard Webhooks has it, sent by a job, tried again, switched off, and never to a closed address. */
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verify } from '#sdk/index.js'
import { useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { bringTo, look, offerShopping, PASSWORD, type Pair, person, take } from '#test/support/people.ts'
import { messageIn, type Receiver, receiving, sendDue, startReceiver } from '#test/support/webhooks.ts'

const app = useApp({ settings: receiving })
let receiver: Receiver
let pair: Pair
let appId = ''
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())
beforeEach(async () => {
  receiver.answer(204)
  receiver.received.length = 0
  pair = await offerShopping(app)
  const { body } = await app.call('POST', '/api/apps', { token: pair.payee.token, body: { name: 'My shop' } })
  appId = body.id
})

const call = (method: string, path: string, body?: unknown, token = pair.payee.token) =>
  app.call(method, `/api/apps/${appId}/webhooks${path}`, { token, body })
const create = async (types: string[] = ['*'], url = receiver.url) =>
  (await call('POST', '', { url, types })).body
const accept = () => take(app, pair.payee, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
const messagesOf = async (id: string) => (await call('GET', `/${id}/messages`)).body.data
const rowOf = async (id: string) => (await call('GET', `/${id}`)).body

describe('a whole deal', () => {
  it('is told event by event, and both libraries and the SDK accept every message', async () => {
    const { secret } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    expect(receiver.received).toEqual([])
    await sendDue(app)
    for (const { headers, body } of receiver.received)
      expect(await verify(body, headers, secret)).toEqual(JSON.parse(body))
    const { events } = await look(app, pair.payer, pair.formPk)
    const payloads = receiver.received.map((message) => {
      const { headers, body } = message
      new StandardWebhook(secret).verify(body, headers)
      new SvixWebhook(secret).verify(body, headers)
      expect(Buffer.byteLength(body)).toBeLessThan(2_048)
      return messageIn(message)
    })
    for (const { seq, name, hash } of events.filter((event) => event.name !== 'create')) {
      const message = payloads.find(({ type, data }) => type === `deal.event.${name}` && data.seq === seq)
      expect(message?.data).toMatchObject({ form_pk: pair.formPk, event_hash: hash, amount_paise: 150_000 })
    }
    const statuses = payloads.filter(({ type }) => !type.startsWith('deal.event.')).map(({ type }) => type)
    expect(statuses.sort()).toEqual([
      ...['agreed', 'delivered', 'funded', 'in_delivery', 'released'].map((status) => `deal.${status}`),
      'payment.paid',
    ])
    const text = JSON.stringify(payloads)
    for (const name of ['Asha', 'Rao', pair.payer.phone, pair.payee.phone]) expect(text).not.toContain(name)
    expect(await app.verify()).toEqual([])
  })

  it('begins with the offer for whoever makes it, and strangers are told nothing', async () => {
    const own = await app.call('POST', '/api/apps', { token: pair.payer.token, body: { name: 'Mine' } })
    const stranger = await person(app, 'Seller')
    const other = await app.call('POST', '/api/apps', { token: stranger.token, body: { name: 'Other' } })
    const body = { url: receiver.url, types: ['deal.proposed'] }
    await app.call('POST', `/api/apps/${own.body.id}/webhooks`, { token: pair.payer.token, body })
    await app.call('POST', `/api/apps/${other.body.id}/webhooks`, { token: stranger.token, body })
    await app.call('POST', '/api/transactions/shopping', {
      token: pair.payer.token,
      body: {
        service_details: 'Lamp',
        amount: 900,
        cpty_phone: pair.payee.phone,
        cpty_company: pair.payee.business,
      },
    })
    await sendDue(app)
    expect(receiver.received.map(({ body: text }) => JSON.parse(text).type)).toEqual(['deal.proposed'])
  })
})

describe('a receiver that fails', () => {
  it('for six hours misses nothing, under the same id, and the log has every try', async () => {
    const { id } = await create(['deal.agreed', 'deal.funded'])
    receiver.answer(503)
    await bringTo(app, pair, 'funded')
    await sendDue(app)
    // 5 s, 5 min, 30 min, 2 h: the fifth try comes before the sixth hour
    for (let i = 0; i < 4; i += 1) await sendDue(app, { later: true })
    expect((await rowOf(id)).last_problem).toBe('status 503')
    receiver.answer(200)
    await sendDue(app, { later: true })
    const messages = await messagesOf(id)
    expect(messages.map(({ type, state }: { type: string; state: string }) => [type, state])).toEqual([
      ['deal.funded', 'delivered'],
      ['deal.agreed', 'delivered'],
    ])
    expect(messages[0].attempts.map(({ status }: { status: number }) => status)).toEqual([
      503, 503, 503, 503, 503, 200,
    ])
    expect(messages[0].attempts[0].excerpt).toBe('what it says')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(await rowOf(id)).toMatchObject({ last_problem: null, disabled_because: null })
  })

  it('waits between tries, and as long as it asks to', async () => {
    await create(['deal.agreed'])
    receiver.answer(429, { 'retry-after': '7200' })
    await accept()
    await sendDue(app)
    await sendDue(app)
    expect(receiver.received).toHaveLength(1)
    const { rows } = await app.db.ownerPool.query(
      `select extract(epoch from next_try_at - clock_timestamp())::float8 as wait from webhook_message
        where delivered_at is null and given_up_at is null`,
    )
    expect(rows.map(({ wait }) => Math.round(wait / 100))).toEqual([72])
    await app.db.ownerPool.query('update webhook_message set given_up_at = clock_timestamp()')
  })

  it('with 410 is switched off, and on again by its owner, who has everything replayed', async () => {
    const { id } = await create(['deal.agreed', 'deal.funded'])
    receiver.answer(410)
    await accept()
    await sendDue(app)
    expect((await rowOf(id)).disabled_because).toBe('gone')
    receiver.answer(204)
    expect((await call('POST', `/${id}/enable`)).body.disabled_because).toBeNull()
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect((await call('POST', `/${id}/replay`, { since })).body).toEqual({ queued: 1 })
    await sendDue(app)
    expect((await messagesOf(id))[0].state).toBe('delivered')
    const [first, second] = receiver.received
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  })

  it('for three days is switched off', async () => {
    const { id } = await create(['deal.agreed'])
    receiver.answer(500)
    await accept()
    await sendDue(app)
    await app.db.ownerPool.query(
      `update webhook_endpoint set failing_since = clock_timestamp() - interval '73 hours' where id = $1`,
      [id],
    )
    await sendDue(app, { later: true })
    expect((await rowOf(id)).disabled_because).toBe('failing')
    const sent = receiver.received.length
    await sendDue(app, { later: true })
    expect(receiver.received).toHaveLength(sent)
    expect((await messagesOf(id))[0].state).toBe('given_up')
  })

  it('by sending elsewhere is not followed', async () => {
    const { id } = await create(['deal.agreed'])
    receiver.answer(302, { location: `${receiver.url}/elsewhere` })
    await accept()
    await sendDue(app)
    expect(receiver.received).toHaveLength(1)
    expect((await rowOf(id)).last_problem).toBe('status 302')
    await app.db.ownerPool.query('update webhook_message set given_up_at = clock_timestamp()')
  })
})

describe('the log', () => {
  it('sends one message again', async () => {
    const { id } = await create(['deal.agreed'])
    await accept()
    await sendDue(app)
    const [{ id: messageId }] = await messagesOf(id)
    expect((await call('POST', `/${id}/messages/${messageId}/send`)).status).toBe(204)
    await sendDue(app)
    expect(receiver.received).toHaveLength(2)
    expect((await call('POST', `/${id}/messages/msg_none/send`)).status).toBe(404)
  })
})

describe('an address', () => {
  it.each([
    'http://10.0.0.5/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://2852039166/',
    'http://0/',
    'ftp://93.184.215.14/',
    'http://user:secret@93.184.215.14/',
    'file:///etc/passwd',
    'nothing',
  ])('%s is refused when it is set', async (url) => {
    const { status, body } = await call('POST', '', { url, types: ['*'] })
    expect([status, Object.keys(body)]).toEqual([400, ['url']])
  })

  it('that turns closed later is refused at the try, and the endpoint says so', async () => {
    const { id } = await create(['deal.agreed'], 'http://rebinding.invalid/hooks')
    await accept()
    await sendDue(app, { lookup: async () => [{ address: '10.0.0.5' }] })
    expect((await rowOf(id)).last_problem).toBe('address_refused')
    await app.db.ownerPool.query('update webhook_message set given_up_at = clock_timestamp()')
  })

  it('is looked up once a try: what it stands for a moment later is not asked', async () => {
    const port = new URL(receiver.url).port
    const { id } = await create(['deal.agreed'], `http://rebinding.invalid:${port}/hooks`)
    await accept()
    const answers = ['127.0.0.1', '10.0.0.5']
    const lookups: string[] = []
    await sendDue(app, {
      lookup: async (hostname) => {
        lookups.push(hostname)
        return [{ address: answers.shift() ?? '10.0.0.5' }]
      },
    })
    expect([lookups, receiver.received.length]).toEqual([['rebinding.invalid'], 1])
    expect((await messagesOf(id))[0].state).toBe('delivered')
  })
})

describe('whose it is', () => {
  it('an app’s owner’s, and a key’s of that very app', async () => {
    const { id } = await create()
    expect((await call('GET', `/${id}`, undefined, pair.payer.token)).status).toBe(404)
    expect((await call('POST', '', { url: receiver.url, types: ['*'] }, pair.payer.token)).status).toBe(404)
    const own = await appKey(app, pair.payee, ['webhooks:write'], { appId })
    const other = await appKey(app, pair.payee, ['webhooks:write'])
    const withKey = (key: string) =>
      app.call('GET', `/api/apps/${appId}/webhooks/${id}`, { headers: { authorization: `Bearer ${key}` } })
    expect([(await withKey(own.key)).status, (await withKey(other.key)).status]).toEqual([200, 404])
  })

  it('its secret is shown once and sealed, also where the answer is asked for twice', async () => {
    const { id, secret } = await create()
    expect(JSON.stringify([await rowOf(id), (await call('GET', '')).body])).not.toContain(secret)
    const { rows } = await app.db.ownerPool.query(
      'select e::text as text from webhook_endpoint e where id = $1',
      [id],
    )
    expect(rows[0].text).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('is taken out, and what waits is not sent', async () => {
    const { id } = await create(['deal.agreed'])
    await accept()
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    await sendDue(app)
    expect(receiver.received).toEqual([])
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })

  it('goes with the account', async () => {
    const leaving = await person(app, 'Seller')
    const { token } = leaving
    const { body: own } = await app.call('POST', '/api/apps', { token, body: { name: 'Mine' } })
    const { body } = await app.call('POST', `/api/apps/${own.id}/webhooks`, {
      token,
      body: { url: receiver.url, types: ['*'] },
    })
    await app.call('POST', '/api/account/delete', { token, body: { password: PASSWORD } })
    const { rows } = await app.db.ownerPool.query(
      'select url, deleted_at from webhook_endpoint where id = $1',
      [body.id],
    )
    expect([rows[0].url, rows[0].deleted_at === null]).toEqual(['', false])
  })
})
