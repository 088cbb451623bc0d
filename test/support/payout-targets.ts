/** Where people are paid, as they set it. */
import type { TestApp } from './app.ts'
import { Mailbox } from './mailbox.ts'
import { PASSWORD, type Person } from './people.ts'

export const UPI = { kind: 'upi', upi_id: 'asha.rao@okbank', password: PASSWORD }
export const BANK = {
  ...{ kind: 'bank', account_number: '50100123456789', ifsc: 'HDFC0001234', password: PASSWORD },
}

export const setTarget = (app: TestApp, { token }: Pick<Person, 'token'>, body: unknown = UPI) =>
  app.call('POST', '/api/account/payout-target', { token, body })
export const targetOf = async (app: TestApp, { token }: Pick<Person, 'token'>) =>
  (await app.call('GET', '/api/account/payout-target', { token })).body

/** The token behind "this was not me", from the newest such mail; undefined without one. */
export async function notMeToken(app: TestApp, who: Person): Promise<string | undefined> {
  const mails = await new Mailbox(app).all(who.email)
  const texts = mails.map(({ text }) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1])
  return texts.find((token) => token !== undefined)
}
export const pressNotMe = (app: TestApp, token: string | undefined) =>
  app.call('POST', '/api/account/links', { body: { action: 'not_me', token } })
