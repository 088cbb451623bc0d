/** What the process writes down while people sign up, sign in, reset and fail: never who they are or what they hold. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { offerShopping, PASSWORD, person } from '../support/people.ts'

it('keeps secrets, tokens, phones and e-mails out of the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const app = await startApp({ log })
  const one = await person(app, 'Buyer')
  const pair = await offerShopping(app)
  await app.call('POST', '/api/auth/login', { body: { phone_number: one.phone, password: PASSWORD } })
  await app.call('POST', '/api/auth/login', { body: { phone_number: one.phone, password: 'Wrong@2026' } })
  await app.call('POST', '/auth/users/reset_password/', { body: { email: one.email } })
  const { body } = await app.call('GET', `/api/sandbox/mail?search=${one.email}`)
  const link = /\/password\/reset\/confirm\/[\w-]+\/([\w-]+)/.exec(body[0].text)
  await app.call('GET', link?.[0] ?? '')
  await app.call('GET', `/api/auth/sellers/?search=${pair.payee.phone}`, { token: one.token })
  // a bug of ours, on purpose: the row cannot be read any more
  await app.db.ownerPool.query('alter table lead rename column name to title')
  const failed = await app.call('POST', '/api/leads/', {
    body: { name: 'Asha Rao', phone_number: one.phone },
  })
  expect(failed.status).toBe(500)
  await app.stop()
  const written = lines.join('')
  expect(written).toContain('a request failed')
  for (const secret of [
    one.phone,
    one.email,
    one.token,
    link?.[1] ?? '?',
    PASSWORD,
    pair.payee.phone,
    pair.formPk,
  ])
    expect(written).not.toContain(secret)
})
