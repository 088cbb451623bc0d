/** An application that checks numbers and addresses, with a sender whose codes and answers the test sees and sets. */
import type { CodeSender, CodeToSend, SendResult } from '#server/otp/code-sender.ts'
import { type TestApp, type TestAppOptions, testSettings, useApp } from './app.ts'
import { PASSWORD, type Person, person } from './people.ts'

export class FakeSender implements CodeSender {
  readonly name: CodeSender['name']
  readonly sent: CodeToSend[] = []
  /** What it answers, one after the other; `done` when there is none. */
  readonly results: SendResult[] = []
  constructor(name: CodeSender['name'] = 'msg91') {
    this.name = name
  }

  async send(order: CodeToSend): Promise<SendResult> {
    const result = this.results.shift() ?? { is: 'done', providerRef: `ref-${this.sent.length}` }
    if (result.is !== 'refused') this.sent.push(order)
    return result
  }

  codeTo(phone: string): string {
    const order = this.sent.findLast(({ to }) => to === phone)
    if (!order) throw new Error(`no code went to ${phone}`)
    return order.code
  }
}

export const verifyingSettings = { ...testSettings, verification: 'on' as const }

export const useVerifyingApp = (
  codeSenders: readonly CodeSender[],
  options: TestAppOptions = {},
  lifetime: 'file' | 'test' = 'file',
): TestApp => useApp({ settings: verifyingSettings, codeSenders, ...options }, lifetime)

export const ask = (app: TestApp, who: Person, kind: 'phone' | 'email' = 'phone') =>
  app.call('POST', '/api/account/verification', { token: who.token, body: { kind } })
export const confirm = (app: TestApp, who: Person, code: string, kind: 'phone' | 'email' = 'phone') =>
  app.call('POST', '/api/account/verification/confirm', { token: who.token, body: { kind, code } })

/** The number of somebody, proved as they would. */
export async function verifyPhone(app: TestApp, sender: FakeSender, who: Person): Promise<void> {
  const reply = await ask(app, who)
  if (reply.status !== 202)
    throw new Error(`asking for a code: ${reply.status} ${JSON.stringify(reply.body)}`)
  const { status, body } = await confirm(app, who, sender.codeTo(who.phone))
  if (status !== 200) throw new Error(`confirming: ${status} ${JSON.stringify(body)}`)
}

/** The newest code that was mailed to an address. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const { body } = await app.call('GET', `/api/sandbox/codes?search=${encodeURIComponent(email)}`)
  return body[0].code
}

export async function verifyEmail(app: TestApp, who: Person): Promise<void> {
  await ask(app, who, 'email')
  const { status } = await confirm(app, who, await mailedCode(app, who.email), 'email')
  if (status !== 200) throw new Error(`confirming the mail: ${status}`)
}

export const beginChange = (app: TestApp, who: Person, phone_number: string, over: object = {}) =>
  app.call('POST', '/api/account/phone', {
    token: who.token,
    body: { phone_number, password: PASSWORD, ...over },
  })
/** By the code that went to the old number. */
export const releaseNumber = (app: TestApp, { token }: Person, code: string) =>
  app.call('POST', '/api/account/phone/release', { token, body: { code } })
export const verificationOf = async (app: TestApp, { token }: Person) =>
  (await app.call('GET', '/api/account/verification', { token })).body

/** Somebody new, whose number and address are proved. */
export async function provedPerson(app: TestApp, sender: FakeSender): Promise<Person> {
  const who = await person(app, 'Client')
  await verifyPhone(app, sender, who)
  await verifyEmail(app, who)
  return who
}
