/** What the provider reports: forged, said many times, failed and paid at once, or of nobody that we know. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import { useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf, straysOf } from '#test/support/money.ts'
import { look } from '#test/support/people.ts'

const app = useApp()

describe('the provider’s reports', () => {
  const report = (event: unknown, sign?: string) => {
    const payload = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE]: sign ?? signature('test-secret', payload),
    }
    return app.call('POST', '/api/payments/webhooks/sandbox', { body: payload, headers })
  }
  const event = (reference: string | null, over = {}) => ({
    event_id: randomUUID(),
    type: 'payment.succeeded',
    payment: { id: randomUUID(), reference, amount_paise: 150_000, source: 'x@y', ...over },
  })
  it('a forged signature moves nothing', async () => {
    const pair = await agreedGoods(app)
    const { reference } = await dueOf(app, pair)
    expect((await report(event(reference), 'f'.repeat(64))).status).toBe(401)
    expect((await report(event(reference), '')).status).toBe(401)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
  })
  it('one payment under many events is applied once', async () => {
    const pair = await agreedGoods(app)
    const { reference } = await dueOf(app, pair)
    const payment = event(reference)
    const many = Array.from({ length: 12 }, (_, i) => ({
      ...payment,
      event_id: i % 2 ? payment.event_id : randomUUID(),
    }))
    const replies = await Promise.all(many.map((each) => report(each)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect((await look(app, pair.payer, pair.formPk)).money).toMatchObject({
      held_paise: 150_000,
      payer_paise: 0,
    })
  })
  it('a try said to have failed while it is paid, and after, is paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await agreedGoods(app)
      const { id, reference } = await dueOf(app, pair)
      const reports = ['payment.failed', 'payment.succeeded', 'payment.failed'].map((type) => ({
        ...event(reference),
        type,
      }))
      const replies = await Promise.all(reports.map((item) => report(item)))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await report({ ...event(reference), type: 'payment.failed' })).status).toBe(200)
      const { rows } = await app.db.ownerPool.query('select status from pay_in where id = $1', [id])
      expect(rows).toEqual([{ status: 'paid' }])
      const { status, money } = await look(app, pair.payer, pair.formPk)
      expect([status, money.held_paise]).toEqual(['funded', 150_000])
    }
    expect(await app.verify()).toEqual([])
  })
  it('from nobody we know: suspense, and the team sees it', async () => {
    const before = await straysOf(app)
    expect((await report(event('TD00000000'))).status).toBe(200)
    expect((await report(event(null))).status).toBe(200)
    expect((await straysOf(app)).length).toBe(before.length + 2)
    expect(await app.verify()).toEqual([])
  })
  it('an unknown provider is not there', async () => {
    expect((await app.call('POST', '/api/payments/webhooks/nobody', { body: {} })).status).toBe(404)
  })
})
