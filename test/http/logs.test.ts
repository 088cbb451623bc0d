/** What the process writes down while people sign up, sign in, reset and fail: never who they are or what they hold. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { offerShopping, PASSWORD, person } from '#test/support/people.ts'

it('keeps secrets, tokens, phones and e-mails out of the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const app = await startApp({ log })
  const user = await person(app, 'Buyer')
  const pair = await offerShopping(app)
  await app.call('POST', '/api/auth/login', { body: { phone_number: user.phone, password: PASSWORD } })
  await app.call('POST', '/api/auth/login', { body: { phone_number: user.phone, password: 'Wrong@2026' } })
  await app.call('POST', '/auth/users/reset_password/', { body: { email: user.email } })
  const { body } = await app.call('GET', `/api/sandbox/mail?search=${user.email}`)
  const link = /\/password\/reset\/confirm\/[\w-]+\/([\w-]+)/.exec(body[0].text)
  await app.call('GET', link?.[0] ?? '')
  await app.call('GET', `/api/auth/sellers/?search=${pair.payee.phone}`, { token: user.token })
  // a bug of ours, on purpose: the row cannot be read any more
  await app.db.ownerPool.query('alter table lead rename column name to title')
  const failed = await app.call('POST', '/api/leads/', {
    body: { name: 'Asha Rao', phone_number: user.phone },
  })
  expect(failed.status).toBe(500)
  await app.stop()
  const written = lines.join('')
  expect(written).toContain('request failed')
  for (const secret of [
    user.phone,
    user.email,
    user.token,
    link?.[1] ?? '?',
    PASSWORD,
    pair.payee.phone,
    pair.formPk,
  ])
    expect(written).not.toContain(secret)
})
