/** A person's next session: with the password, or with a new one by the mailed link. */
import type { TestApp } from './app.ts'
import { Mailbox } from './mailbox.ts'
import { PASSWORD, type Person } from './people.ts'

export const NEW_PASSWORD = 'Fresh@Kite2026x'

export async function signInAgain<P extends Person>(
  app: TestApp,
  who: P,
  password: string = PASSWORD,
): Promise<P> {
  const { status, body } = await app.call('POST', '/api/auth/login', {
    body: { phone_number: who.phone, password },
  })
  if (status !== 200) throw new Error(`signing in: ${status}`)
  return { ...who, token: body.token }
}

/** Answers the owner, signed in with `NEW_PASSWORD`. */
export async function resetPassword<P extends Person>(app: TestApp, who: P): Promise<P> {
  await app.call('POST', '/auth/users/reset_password', { body: { email: who.email } })
  const mails = await new Mailbox(app).all(who.email)
  const links = mails.map(({ text }) => /confirm\/([\w-]+)\/([\w-]{43})/.exec(text))
  const [, uid, token] = links.findLast((link) => link !== null) ?? []
  const { status } = await app.call('POST', '/auth/users/reset_password_confirm', {
    body: { uid, token, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD },
  })
  if (status !== 204) throw new Error(`resetting the password: ${status}`)
  return signInAgain(app, who, NEW_PASSWORD)
}
