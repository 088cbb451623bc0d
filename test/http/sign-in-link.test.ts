/** The mailed link that signs in: once, within 15 minutes, whatever strangers do; and it tells strangers nothing. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { PASSWORD, type Person, person } from '#test/support/people.ts'

const app = useApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] }, 'test')

const from = (address: string) => ({ 'x-forwarded-for': address })
const request = (body: object, address = '198.51.100.1') =>
  app.call('POST', '/api/auth/sign-in-link', { body, headers: from(address) })
const confirm = (token: string | undefined) =>
  app.call('POST', '/api/auth/sign-in-link/confirm', { body: { token } })

async function tokensOf({ email }: Person): Promise<string[]> {
  const mails = await new Mailbox(app).all(email)
  return mails.flatMap(({ text }) => /\/sign-in\/([\w-]{43})\b/.exec(text)?.[1] ?? [])
}

describe('a mailed sign-in link', () => {
  it.each(['email', 'phone_number'] as const)('asked for by %s, signs in once', async (by) => {
    const owner = await person(app, 'Buyer')
    const value = by === 'email' ? owner.email.toUpperCase() : `+91 ${owner.phone}`
    expect((await request({ [by]: value })).status).toBe(202)
    const [token] = await tokensOf(owner)
    const { status, body } = await confirm(token)
    expect([status, body.user.id]).toEqual([200, owner.id])
    expect((await app.call('GET', '/api/auth/user', { token: body.token })).status).toBe(200)
    expect(Object.keys((await confirm(token)).body)).toEqual(['token'])
  })
  it('passes the limit that strangers have run into', async () => {
    const owner = await person(app, 'Buyer')
    const signIn = (password: string) =>
      app.call('POST', '/api/auth/login', {
        body: { phone_number: owner.phone, password },
        headers: from('198.51.100.9'),
      })
    for (let i = 0; i < 10; i += 1) await signIn('Wrong@2026')
    expect((await signIn(PASSWORD)).status).toBe(429)
    await request({ phone_number: owner.phone }, '198.51.100.9')
    const [token] = await tokensOf(owner)
    expect((await confirm(token)).status).toBe(200)
    // the device or the address is known from now on
  })
  it('is void after 15 minutes, and once a newer one was sent', async () => {
    const owner = await person(app, 'Buyer')
    await request({ email: owner.email })
    await request({ email: owner.email })
    const [first, second] = await tokensOf(owner)
    expect((await confirm(first)).status).toBe(400)
    const { rows } = await app.db.ownerPool.query(
      `select round(extract(epoch from expires_at - clock_timestamp()) / 60)::int as minutes from sign_in_link
        where used_at is null`,
    )
    expect(rows).toEqual([{ minutes: 15 }])
    await app.db.ownerPool.query("update sign_in_link set expires_at = now() - interval '1 second'")
    expect((await confirm(second)).status).toBe(400)
  })
  it('used 16 times at once signs in once', async () => {
    const owner = await person(app, 'Buyer')
    await request({ email: owner.email })
    const [token] = await tokensOf(owner)
    const replies = await Promise.all(Array.from({ length: 16 }, () => confirm(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
  it('cannot be used up: the newest of three still signs in when more are asked for', async () => {
    const owner = await person(app, 'Buyer')
    for (let i = 0; i < 6; i += 1) expect((await request({ email: owner.email })).status).toBe(202)
    const tokens = await tokensOf(owner)
    expect(tokens).toHaveLength(3)
    expect((await confirm(tokens.at(-1))).status).toBe(200)
  })
  it('answers alike for an account that does not exist, and writes nothing down about it', async () => {
    const owner = await person(app, 'Buyer')
    const known = await request({ phone_number: owner.phone })
    const unknown = await request({ phone_number: '9899999999' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const { rows } = await app.db.ownerPool.query('select recipient from email')
    expect(rows).toEqual([{ recipient: owner.email }])
  })
  it('is nowhere in the database', async () => {
    const owner = await person(app, 'Buyer')
    await request({ email: owner.email })
    await app.call('POST', '/auth/users/reset_password/', { body: { email: owner.email } })
    const [token] = await tokensOf(owner)
    const { rows } = await app.db.ownerPool.query(
      'select row_to_json(email)::text as text from email union all select row_to_json(sign_in_link)::text from sign_in_link',
    )
    expect(token).toBeDefined()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
