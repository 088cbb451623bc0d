/**
 * Receivers that others wrote, and two of a page each in Python and PHP: they take every message of a deal and refuse what
 * was tampered with. Then what an owner does with a webhook: a new secret, a test message, a range sent again.
 */
import { execFileSync } from 'node:child_process'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WEBHOOK_TYPES } from '#core/webhooks.ts'
import { verify } from '#sdk/index.js'
import { useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Pair, pay, take } from '#test/support/people.ts'
import { type Receiver, receiving, sendDue, startReceiver } from '#test/support/webhooks.ts'

interface Delivery {
  readonly secret: string
  readonly headers: Record<string, string>
  readonly body: string
}
type Verdict = 'ok' | 'refused'
type Judge = (deliveries: readonly Delivery[]) => Promise<Verdict[]>

const each =
  (check: (delivery: Delivery) => unknown): Judge =>
  (deliveries) =>
    Promise.all(
      deliveries.map(async (delivery) => {
        try {
          await check(delivery)
          return 'ok' as const
        } catch {
          return 'refused' as const
        }
      }),
    )

/** All at once: a start takes longer than the work. */
const script =
  (command: string, file: string): Judge =>
  async (deliveries) => {
    const path = `test/fixtures/receivers/${file}`
    const output = execFileSync(command, [path], { input: JSON.stringify(deliveries), encoding: 'utf8' })
    return output.trim().split('\n') as Verdict[]
  }

const JUDGES: Record<string, Judge> = {
  standardwebhooks: each(({ secret, headers, body }) => new StandardWebhook(secret).verify(body, headers)),
  svix: each(({ secret, headers, body }) => new SvixWebhook(secret).verify(body, headers)),
  sdk: each(({ secret, headers, body }) => verify(body, headers, secret)),
}
for (const [command, file] of [
  ['python3', 'verify.py'],
  ['php', 'verify.php'],
] as const) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    JUDGES[command] = script(command, file)
  } catch {
    process.stdout.write(`skipped: the receiver in ${file}, ${command} is not installed\n`)
  }
}

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

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/apps/${appId}/webhooks${path}`, { token: pair.payee.token, body })
const create = async (types: string[] = ['*']) =>
  (await call('POST', '', { url: receiver.url, types })).body as { id: string; secret: string }
const accept = () => take(app, pair.payee, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
const typesOf = () => receiver.received.map(({ body }) => JSON.parse(body).type)

/** As a receiver has them: the three headers that count, and the body's bytes. */
const deliveriesOf = (secret: string): Delivery[] =>
  receiver.received.map(({ headers, body }) => {
    const {
      'webhook-id': id = '',
      'webhook-timestamp': at = '',
      'webhook-signature': signature = '',
    } = headers
    return {
      secret,
      headers: { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature },
      body,
    }
  })

const judged = async (deliveries: readonly Delivery[]) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(JUDGES).map(async ([name, judge]) => [name, await judge(deliveries)] as const),
    ),
  )
const everyone = (verdicts: readonly Verdict[]) =>
  Object.fromEntries(Object.keys(JUDGES).map((name) => [name, verdicts]))

describe('every receiver', () => {
  it('takes all messages of a whole deal, each of a type of the catalogue', async () => {
    const { secret } = await create()
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    await sendDue(app)
    const deliveries = deliveriesOf(secret)
    expect(deliveries.length).toBeGreaterThan(8)
    expect(await judged(deliveries)).toEqual(everyone(deliveries.map(() => 'ok')))
    for (const type of typesOf()) expect(WEBHOOK_TYPES).toContain(type)
    expect(await app.verify()).toEqual([])
  })

  it('refuses what was tampered with, whatever was changed', async () => {
    const { secret } = await create(['deal.agreed'])
    await accept()
    await sendDue(app)
    const [sound] = deliveriesOf(secret)
    if (!sound) throw new Error('nothing came')
    const { headers, body } = sound
    const at = Number(headers['webhook-timestamp'])
    const signature = headers['webhook-signature'] ?? ''
    const changed = (name: string, value: string): Delivery => ({
      ...sound,
      headers: { ...headers, [name]: value },
    })
    const tampered: Delivery[] = [
      { ...sound, body: body.replace('agreed', 'released') },
      changed('webhook-id', `${headers['webhook-id']}0`),
      changed('webhook-timestamp', String(at + 1)),
      changed('webhook-timestamp', String(at - 3_600)),
      changed('webhook-signature', signature.replace('v1,', 'v2,')),
      changed('webhook-signature', 'v1,AAAA'),
      { ...sound, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    ]
    expect(await judged([sound, ...tampered])).toEqual(
      everyone(['ok', ...tampered.map(() => 'refused' as const)]),
    )
  })
})

describe('a new secret', () => {
  it('signs beside the one before for a day, and alone afterwards', async () => {
    const { id, secret } = await create(['deal.agreed', 'deal.funded'])
    const { status, body } = await call('POST', `/${id}/secret`, {})
    expect(status).toBe(201)
    expect(body.secret).not.toBe(secret)
    expect(Math.round((Date.parse(body.old_until) - Date.now()) / 3_600_000)).toBe(24)
    await accept()
    await sendDue(app)
    expect(await judged([...deliveriesOf(body.secret), ...deliveriesOf(secret)])).toEqual(
      everyone(['ok', 'ok']),
    )
    await app.db.ownerPool.query(
      `update webhook_endpoint set old_secret_until = clock_timestamp() - interval '1 second' where id = $1`,
      [id],
    )
    receiver.received.length = 0
    await pay(app, pair.payer, pair.formPk)
    await sendDue(app)
    expect(await judged([...deliveriesOf(body.secret), ...deliveriesOf(secret)])).toEqual(
      everyone(['ok', 'refused']),
    )
  })

  it('ends the one before at once where that is asked for, and is stored sealed', async () => {
    const { id, secret } = await create(['deal.agreed'])
    const { body } = await call('POST', `/${id}/secret`, { at_once: true })
    expect(body.old_until).toBeNull()
    await accept()
    await sendDue(app)
    expect(await judged([...deliveriesOf(body.secret), ...deliveriesOf(secret)])).toEqual(
      everyone(['ok', 'refused']),
    )
    const { rows } = await app.db.ownerPool.query(
      'select e::text as text from webhook_endpoint e where id = $1',
      [id],
    )
    expect(rows[0].text).not.toContain(Buffer.from(body.secret).toString('hex'))
  })
})

describe('a message of the type test', () => {
  it('is signed and sent like any other, to a webhook of any types', async () => {
    const { id, secret } = await create(['deal.released'])
    const { status, body } = await call('POST', `/${id}/test`)
    expect([status, receiver.received.length]).toEqual([201, 0])
    await sendDue(app)
    const deliveries = deliveriesOf(secret)
    expect([typesOf(), deliveries[0]?.headers['webhook-id']]).toEqual([['test'], body.id])
    expect(await judged(deliveries)).toEqual(everyone(['ok']))
  })

  it('is none for a webhook that is switched off', async () => {
    const { id } = await create()
    receiver.answer(410)
    await accept()
    await sendDue(app)
    expect((await call('POST', `/${id}/test`)).body.code).toBe('wrong_state')
  })
})

describe('a range of time', () => {
  it('is sent again, from its first moment to before its last', async () => {
    const { id } = await create(['deal.agreed', 'deal.funded', 'deal.in_delivery'])
    await bringTo(app, pair, 'in_delivery')
    await sendDue(app)
    for (const [type, day] of [
      ['deal.agreed', '2026-01-01'],
      ['deal.funded', '2026-01-02'],
      ['deal.in_delivery', '2026-01-03'],
    ])
      await app.db.ownerPool.query(
        'update webhook_message set created_at = $1 where endpoint_id = $2 and type = $3',
        [`${day}T00:00:00Z`, id, type],
      )
    receiver.received.length = 0
    const range = { since: '2026-01-02T00:00:00Z', until: '2026-01-03T00:00:00Z' }
    expect((await call('POST', `/${id}/replay`, range)).body).toEqual({ queued: 1 })
    await sendDue(app)
    expect(typesOf()).toEqual(['deal.funded'])
    // as answers have their moments
    const local = { since: '2026-01-02T05:30:00+05:30', until: '2026-01-03T05:30:00+05:30' }
    expect((await call('POST', `/${id}/replay`, local)).body).toEqual({ queued: 1 })
    expect((await call('POST', `/${id}/replay`, { since: 'yesterday' })).status).toBe(400)
  })
})

describe('a webhook that is switched off after three days', () => {
  it('is told to its owner by mail, once, without the address of the receiver', async () => {
    const { id } = await create(['deal.agreed', 'deal.funded'])
    receiver.answer(500)
    await bringTo(app, pair, 'funded')
    await sendDue(app)
    await app.db.ownerPool.query(
      `update webhook_endpoint set failing_since = clock_timestamp() - interval '73 hours' where id = $1`,
      [id],
    )
    await sendDue(app, { later: true })
    const { rows } = await app.db.ownerPool.query(
      `select recipient, content::text as text from email where key like 'webhook-off:%' and user_id = $1`,
      [pair.payee.id],
    )
    expect(rows.map(({ recipient }) => recipient)).toEqual([pair.payee.email])
    expect(rows[0].text).toContain('answered 500')
    expect(rows[0].text).not.toContain('/hooks')
  })
})
