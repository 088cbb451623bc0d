/** The mailed link that complains about a claimed delivery: one deal, one action, one use, no password. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { readComplaintLink } from '#server/services/deals/complain-by-link.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { bringTo, look, offerServices, offerShopping, type Pair, take } from '#test/support/people.ts'

const app = useApp({}, 'test')

const COMPLAINT = { reason: 'quality', statement: 'There is no file at all', wanted: 'full_refund' }
const read = (token: string) => app.call('POST', '/api/complaint-link', { body: { token } })
const complain = (token: string, body: object = COMPLAINT) =>
  app.call('POST', '/api/complaint-link/complain', { body: { token, ...body } })

async function tokensOf({ payer }: Pair): Promise<string[]> {
  const mails = await new Mailbox(app).all(payer.email)
  return mails.flatMap(({ text }) => /\/complain\/([\w-]{43})\b/.exec(text)?.[1] ?? [])
}

async function claimed(): Promise<{ pair: Pair; token: string }> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'delivered')
  const [token = ''] = await tokensOf(pair)
  return { pair, token }
}

describe('the mail of a claimed delivery', () => {
  it('has a link for the payer alone, and the payer complains with it signed out', async () => {
    const { pair, token } = await claimed()
    const others = await new Mailbox(app).all(pair.payee.email)
    expect(others.some(({ text }) => text.includes('/complain/'))).toBe(false)
    await app.call('POST', '/api/auth/logout', { token: pair.payer.token })
    const { status, body } = await complain(token)
    expect([status, body]).toEqual([200, { form_pk: pair.formPk, status: 'disputed' }])
    const deal = await look(app, pair.payee, pair.formPk)
    expect([deal.status, deal.dispute?.opened_by, deal.dispute?.statement]).toEqual([
      'disputed',
      'payer',
      COMPLAINT.statement,
    ])
  })
  it('says what it is about, and reading changes nothing', async () => {
    const { pair, token } = await claimed()
    const { body } = await read(token)
    expect(body).toMatchObject({
      form_pk: pair.formPk,
      title: 'A logo in three sizes',
      amount: 20_000,
      payee: 'Asha Rao',
      note: 'Done as agreed',
      until: expect.any(String),
    })
    // as the deal's own page offers them to who paid for work
    expect(body.reasons).toContain('quality')
    expect(body.reasons).not.toContain('seller_unresponsive')
    expect(body.remedies).not.toContain('full_release')
    expect(body.remedies).not.toContain('return_then_refund')
    expect([body.fee_paise, body.release_payee_paise]).toEqual([50_00, 19_000_00])
    const { now } = await look(app, pair.payer, pair.formPk)
    expect(Math.abs(Date.parse(body.fee_until) - Date.parse(now) - 48 * HOUR_MS)).toBeLessThan(MINUTE_MS)
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${pair.payee.phone}|${pair.payee.email}`))
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('delivered')
  })
  it('is not there when the payer confirmed at the door', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'hand', tracking_number: 'A1' })
    const { handover_code } = await look(app, pair.payer, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'At the door', handover_code })
    expect(await tokensOf(pair)).toEqual([])
  })
})

describe('the link', () => {
  it('works once', async () => {
    const { token } = await claimed()
    expect((await complain(token)).status).toBe(200)
    expect((await complain(token)).status).toBe(410)
    expect((await read(token)).status).toBe(410)
  })
  it('used eight times at once complains once', async () => {
    const { pair, token } = await claimed()
    const replies = await Promise.all(Array.from({ length: 8 }, () => complain(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const { events } = await look(app, pair.payer, pair.formPk)
    expect(events.filter(({ name }) => name === 'complain')).toHaveLength(1)
  })
  it('names what is missing beside its field, and still works then', async () => {
    const { token } = await claimed()
    const { status, body } = await complain(token, { reason: 'quality', wanted: 'full_refund' })
    expect([status, Object.keys(body)]).toEqual([400, ['statement']])
    expect((await complain(token)).status).toBe(200)
  })
  it('does not bring back money that was released by time', async () => {
    const { pair, token } = await claimed()
    await app.advance('P3D')
    expect((await read(token)).body.until).toBeNull()
    expect((await complain(token)).status).toBe(409)
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('released')
  })
  it('says until when, and at that moment that it is over', async () => {
    const { pair, token } = await claimed()
    const until = Date.parse((await look(app, pair.payer, pair.formPk)).due_at ?? '')
    const untilAt = (now: number) =>
      app.db.runInTransaction(
        async (tx) => (await readComplaintLink({ tx, now, settings: testSettings }, token)).until,
      )
    expect(Date.parse((await untilAt(until - 1)) ?? '')).toBe(until)
    expect(await untilAt(until)).toBeNull()
  })
  it('says that nothing can be complained of while a return is asked for', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    const [token = ''] = await tokensOf(pair)
    await take(app, pair.payer, pair.formPk, 'request_return', { reason: 'Too small' })
    const { status, body } = await read(token)
    // what the seller said of it, and not what came after it
    expect([status, body.until, body.note]).toEqual([200, null, 'Done as agreed'])
    expect((await complain(token)).status).toBe(409)
  })
  it('is dead after seven days, and once the work was claimed anew', async () => {
    const { pair, token } = await claimed()
    await take(app, pair.payer, pair.formPk, 'request_changes', { note: 'Larger please' })
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Larger' })
    expect((await read(token)).status).toBe(410)
    const newer = (await tokensOf(pair)).at(-1) ?? ''
    expect((await read(newer)).status).toBe(200)
    await app.advance('P8D')
    expect((await read(newer)).status).toBe(410)
  })
  it.each(['', 'x'.repeat(43), 'A'.repeat(201)])('%j opens nothing', async (token) => {
    expect((await complain(token)).status).toBeGreaterThanOrEqual(400)
  })
  it('is in no table, and its use is in the audit log', async () => {
    const { pair, token } = await claimed()
    await complain(token)
    const { rows } = await app.db.ownerPool.query(
      'select row_to_json(email)::text as text from email union all select row_to_json(complaint_link)::text from complaint_link',
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    const audit = await app.db.ownerPool.query(
      "select action, actor_id from audit_event where subject_type = 'deal' and subject_id = $1 order by id",
      [pair.formPk],
    )
    expect(audit.rows).toEqual([
      { action: 'complaint_link_sent', actor_id: null },
      { action: 'complaint_link_used', actor_id: pair.payer.id },
    ])
  })
})
