/** Several accounts that name one number or one address, which nobody has proved: the others keep the first one from nothing. */
import { describe, expect, it } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import { PASSWORD, type Person, person } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp } from '#test/support/verification.ts'

const app = useVerifyingApp([new FakeSender()], { rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] }, 'test')

const THIEF_PASSWORD = 'Thief@20261'
const device = Buffer.from('device-of-the-owner-0123').toString('base64url')
const from = (address: string, deviceId?: string) => ({
  'x-forwarded-for': address,
  ...(deviceId ? { 'x-device-id': deviceId } : {}),
})
const logIn = (phone: string, password: string, headers = from('198.51.100.1')) =>
  app.call('POST', '/api/auth/login', { body: { phone_number: phone, password }, headers })
const me = ({ token }: { token: string }) => app.call('GET', '/api/auth/user', { token })

async function mailedToken(email: string, pattern: RegExp): Promise<string[]> {
  const mails = await new Mailbox(app).all(email)
  return mails.flatMap(({ text }) => pattern.exec(text)?.slice(1) ?? [])
}
async function signInByMail(email: string) {
  await app.call('POST', '/api/auth/sign-in-link', { body: { email } })
  const [token] = await mailedToken(email, /\/sign-in\/([\w-]{43})\b/)
  return app.call('POST', '/api/auth/sign-in-link/confirm', { body: { token } })
}
const thiefOf = (over: Record<string, unknown>) => person(app, 'Buyer', { password: THIEF_PASSWORD, ...over })

describe('an address that two accounts name', () => {
  it('sets the password of the older one, though the other came later', async () => {
    const owner = await person(app, 'Buyer')
    await thiefOf({ email: owner.email })
    await app.call('POST', '/auth/users/reset_password/', { body: { email: owner.email } })
    const [uid, token] = await mailedToken(owner.email, /confirm\/([\w-]+)\/([\w-]{43})/)
    const body = { uid, token, new_password: 'Quite#New9Words', re_new_password: 'Quite#New9Words' }
    expect((await app.call('POST', '/auth/users/reset_password_confirm/', { body })).status).toBe(204)
    expect((await logIn(owner.phone, 'Quite#New9Words')).body.user).toMatchObject({
      id: owner.id,
      email_verified: true,
    })
  })
  it('opens an account that a thief made before, and signs the thief out', async () => {
    const email = 'owner.of.mail@example.com'
    const thief = await thiefOf({ email })
    const owner = await person(app, 'Buyer', { email })
    const { status, body } = await signInByMail(email)
    expect([status, body.user.id, body.user.email_verified]).toEqual([200, thief.id, true])
    expect((await me(thief)).status).toBe(401)
    expect((await me(body)).status).toBe(200)
    // it is one account's now
    expect((await me(owner)).body.email).not.toBe(email)
  })
  it('is not proved by a link that went to another address before', async () => {
    const thief = await thiefOf({ email: 'thief@example.com' })
    await app.call('POST', '/api/auth/sign-in-link', { body: { email: thief.email } })
    const [token] = await mailedToken(thief.email, /\/sign-in\/([\w-]{43})\b/)
    const change = { email: 'victim@example.com', password: THIEF_PASSWORD }
    const { status } = await app.call('POST', '/api/account/email', { token: thief.token, body: change })
    expect(status).toBeLessThan(300)
    expect((await app.call('POST', '/api/auth/sign-in-link/confirm', { body: { token } })).status).toBe(400)
  })
})

describe('a number that several accounts name', () => {
  const thieves = async (phone: string, count: number): Promise<Person[]> => {
    const people: Person[] = []
    for (let i = 0; i < count; i += 1) people.push(await thiefOf({ phone_number: phone }))
    return people
  }
  it('still signs in the first, after four others', async () => {
    const owner = await person(app, 'Buyer')
    await thieves(owner.phone, 4)
    expect((await logIn(owner.phone, PASSWORD)).body.user?.id).toBe(owner.id)
  })
  it('signs in the last, on the device that it was opened on', async () => {
    const phone = '9876512345'
    await thieves(phone, 4)
    const headers = from('203.0.113.9', device)
    const body = {
      ...{ phone_number: phone, email: 'last@example.com', first_name: 'Asha', last_name: 'Rao' },
      ...{ user_type: ['Buyer'], password: PASSWORD },
    }
    const owner = await app.call('POST', '/api/auth/register', { body, headers })
    expect(owner.status).toBe(201)
    await thieves(phone, 4)
    const reply = await logIn(phone, PASSWORD, from('198.51.100.7', device))
    expect(reply.body.user?.id).toBe(owner.body.user.id)
  })
  it('gives a thief no free guesses at it by an account of their own', async () => {
    const owner = await person(app, 'Buyer')
    await thieves(owner.phone, 1)
    const den = from('198.51.100.66')
    expect((await logIn(owner.phone, THIEF_PASSWORD, den)).status).toBe(200)
    for (let i = 0; i < 22; i += 1) await logIn(owner.phone, `Wrong@${i}000`, den)
    expect((await logIn(owner.phone, PASSWORD, den)).status).toBe(401)
    expect((await logIn(owner.phone, THIEF_PASSWORD, den)).status).toBe(200)
  })
})
