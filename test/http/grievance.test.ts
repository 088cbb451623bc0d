/** A complaint about us, from the form to the answer. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { offerShopping, type Person, person, teammate } from '#test/support/people.ts'

const app = useApp()
const mailbox = new Mailbox(app)
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})

const HOUR = 3_600_000
let count = 0
async function file(over: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  count += 1
  const email = `complaint${count}@example.com`
  const reply = await app.call('POST', '/api/grievances/', {
    body: { name: 'Asha Rao', email, message: 'The answer took two weeks.', ...over },
    headers,
  })
  return { ...reply, email }
}
const status = (ticket: string, email: string) =>
  app.call('POST', '/api/grievances/status', { body: { ticket, email } })
const handle = (ticket: string, what: string, body: unknown = {}) =>
  app.call('POST', `/api/admin/grievances/${ticket}/${what}`, { token: team.token, body })

describe('a grievance', () => {
  it('gets a ticket and two promises, on the page and by mail', async () => {
    const { status: code, body, email } = await file()
    expect(code).toBe(201)
    expect(body.ticket).toMatch(/^G-[0-9A-HJKMNP-TV-Z]{10}$/)
    const filed = Date.parse(body.acknowledge_by) - 24 * HOUR
    expect(Date.parse(body.resolve_by) - filed).toBe(7 * 24 * HOUR)
    const [mail] = await mailbox.all(email)
    expect(mail?.subject).toBe(`We have your complaint · ${body.ticket}`)
    expect(mail?.text).toContain(`http://amanat.test/grievance?ticket=${body.ticket}`)
  })

  it('is told in Hindi to who reads Hindi', async () => {
    const { body, email } = await file({ name: 'आशा' }, { 'accept-language': 'hi' })
    const [mail] = await mailbox.all(email)
    expect(mail?.subject).toBe(`आपकी शिकायत मिल गई · ${body.ticket}`)
    expect(mail?.text).toContain('/hi/grievance')
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ phone_number: '12' }, 'phone_number'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(2001) }, 'message'],
  ])('refuses %j beside its field', async (over, field) => {
    const { status: code, body } = await file(over)
    expect(code).toBe(400)
    expect(body[field]).toHaveLength(1)
  })

  it('shows its stage to who has the ticket and the e-mail, and nothing to anybody else', async () => {
    const { body, email } = await file({ subject: 'Slow', phone_number: '', message: 'My words' })
    const answer = await status(body.ticket.toLowerCase(), email.toUpperCase())
    expect(answer.body).toMatchObject({ ticket: body.ticket, status: 'received', answer: null })
    expect(JSON.stringify(answer.body)).not.toContain('My words')
    const wrong = await status(body.ticket, 'other@example.com')
    const none = await status('G-0000000000', email)
    // the id of a request is its own; all else is the same
    expect([wrong.status, wrong.body]).toEqual([404, { ...none.body, request_id: wrong.body.request_id }])
    expect(wrong.body.request_id).not.toBe(none.body.request_id)
  })

  it('is acknowledged once, answered once, and says both by mail', async () => {
    const { body, email } = await file()
    expect((await handle(body.ticket, 'acknowledge')).body.status).toBe('acknowledged')
    expect((await handle(body.ticket, 'acknowledge')).status).toBe(200)
    expect((await handle(body.ticket, 'resolve')).status).toBe(400)
    const done = await handle(body.ticket, 'resolve', { answer: 'We paid the fee back.' })
    expect([done.status, done.body.status, done.body.overdue]).toEqual([200, 'resolved', false])
    expect((await handle(body.ticket, 'resolve', { answer: 'Something else' })).status).toBe(409)
    expect((await status(body.ticket, email)).body.answer).toBe('We paid the fee back.')
    const subjects = (await mailbox.all(email)).map(({ subject }) => subject.split(' · ')[0])
    expect(subjects).toEqual([
      'We have your complaint',
      'We have read your complaint',
      'The answer to your complaint',
    ])
  })
})

describe('the list of grievances', () => {
  it('is overdue after 24 hours unread, and stands first in the list of the team', async () => {
    const { body } = await file()
    await app.advance('PT25H')
    const fresh = await file()
    const { body: list } = await app.call('GET', '/api/admin/grievances', { token: team.token })
    const open = list.filter((row: { status: string }) => row.status === 'received')
    expect(open.find((row: { ticket: string }) => row.ticket === body.ticket).overdue).toBe(true)
    expect(open.at(-1)).toMatchObject({ ticket: fresh.body.ticket, overdue: false })
  })

  it('is listed apart once it is answered', async () => {
    const { body } = await file()
    const list = async (state: string) => {
      const path = `/api/admin/grievances?state=${state}&search=${body.ticket}`
      const answer = await app.call('GET', path, { token: team.token })
      return answer.body.map(({ ticket }: { ticket: string }) => ticket)
    }
    expect([await list('open'), await list('resolved')]).toEqual([[body.ticket], []])
    await handle(body.ticket, 'resolve', { answer: 'Mended.' })
    expect([await list('open'), await list('resolved')]).toEqual([[], [body.ticket]])
  })

  it('is the business of the team alone', async () => {
    const buyer = await person(app, 'Buyer')
    const { body } = await file()
    for (const [method, url] of [
      ['GET', '/api/admin/grievances'],
      ['POST', `/api/admin/grievances/${body.ticket}/acknowledge`],
      ['POST', `/api/admin/grievances/${body.ticket}/resolve`],
    ] as const) {
      expect((await app.call(method, url, { token: buyer.token })).status).toBe(403)
      expect((await app.call(method, url)).status).toBe(401)
    }
    expect((await handle('G-0000000000', 'acknowledge')).status).toBe(404)
  })
})

describe('an address that anybody may type', () => {
  it('does not carry the words of whoever files it to an address that they typed', async () => {
    const words = {
      name: 'Lucky',
      subject: 'Your refund is waiting.\nClaim: https://evil.example/pay',
      message: 'Pay Rs 1 to claim it',
    }
    const { body, email } = await file(words)
    await handle(body.ticket, 'acknowledge')
    await handle(body.ticket, 'resolve', { answer: 'Nothing is owed.' })
    const sent = (await mailbox.all(email)).map(({ subject, text }) => `${subject}\n${text}`)
    expect(sent).toHaveLength(3)
    for (const word of ['Lucky', 'refund', 'evil', 'claim']) expect(sent.join('\n')).not.toContain(word)
    expect(sent[2]).toContain('Nothing is owed.')
  })
})

it('leads the team to the account with its e-mail, and to the deals that it names', async () => {
  const pair = await offerShopping(app)
  const { rows } = await app.db.ownerPool.query('select email from app_user where id = $1', [pair.payer.id])
  const { body } = await file({
    email: rows[0].email,
    message: `My deal ${pair.formPk}, and not ${'a'.repeat(24)}, waits.`,
  })
  const read = (await handle(body.ticket, 'acknowledge')).body
  expect(read).toMatchObject({ person: { id: pair.payer.id }, deals: [pair.formPk] })
  const unknown = (await handle((await file()).body.ticket, 'acknowledge')).body
  expect([unknown.person, unknown.deals]).toEqual([null, []])
})
