/** A password reset takes the account back from whoever had it: other links, sessions and the payment number go. */
import { describe, expect, it } from 'vitest'
import { createTransactionRunner } from '#server/db/transaction.ts'
import { startApp, testSettings, useApp } from '#test/support/app.ts'
import { freshDatabase } from '#test/support/database.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { accept, offerServices, PASSWORD, type Person, pay, person, take } from '#test/support/people.ts'

const app = useApp({ rateLimitFactor: 1 }, 'test')

const request = (email: string) => app.call('POST', '/auth/users/reset_password/', { body: { email } })
const FRESH = 'Fresh@2027'
const confirm = ([uid, token]: readonly string[], password = FRESH) =>
  app.call('POST', '/auth/users/reset_password_confirm/', {
    body: { uid, token, new_password: password, re_new_password: password },
  })
async function linksOf({ email }: Person): Promise<string[][]> {
  const mails = await new Mailbox(app).all(email)
  return mails.flatMap(({ text }) => {
    const [, uid, token] = /\/password\/reset\/confirm\/([\w-]+)\/([\w-]{43})\b/.exec(text) ?? []
    return uid && token ? [[uid, token]] : []
  })
}

describe('a reset', () => {
  it('voids every other link: older ones and those that sign in', async () => {
    const owner = await person(app, 'Buyer')
    await request(owner.email)
    await request(owner.email)
    await app.call('POST', '/api/auth/sign-in-link', { body: { email: owner.email } })
    const [older = [], newer = []] = await linksOf(owner)
    expect((await confirm(older, 'Thief@2027')).status).toBe(400)
    expect((await confirm(newer)).status).toBe(204)
    const signInLink = (await new Mailbox(app).all(owner.email)).flatMap(
      ({ text }) => /\/sign-in\/([\w-]{43})\b/.exec(text)?.[1] ?? [],
    )
    expect(signInLink).toHaveLength(1)
    const byLink = await app.call('POST', '/api/auth/sign-in-link/confirm', {
      body: { token: signInLink[0] },
    })
    expect(byLink.status).toBe(400)
  })
  it('of several at once, one link is left', async () => {
    const owner = await person(app, 'Buyer')
    await Promise.all([request(owner.email), request(owner.email), request(owner.email)])
    const { rows } = await app.db.ownerPool.query('select 1 from password_reset where used_at is null')
    expect(rows).toHaveLength(1)
  })
  it('is told by mail, with the payment number that it removed', async () => {
    const owner = await person(app, 'Service_Provider', { payment_number: '9111122222' })
    await request(owner.email)
    const [link = []] = await linksOf(owner)
    await confirm(link)
    const mail = await new Mailbox(app).last(owner)
    expect(mail.subject).toBe('Your password was changed')
    expect(mail.text).toContain('••••2222')
    expect(mail.text).not.toContain('9111122222')
  })
  it('keeps money from the payment number of whoever opened the account', async () => {
    const thiefs = '9111133333'
    const pair = await offerServices(app)
    const { payee, payer, formPk } = pair
    await app.db.ownerPool.query('update app_user set payment_number = $1 where id = $2', [thiefs, payee.id])
    await request(payee.email)
    const [link = []] = await linksOf(payee)
    await confirm(link)
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { phone_number: payee.phone, password: FRESH },
    })
    expect(body.user.payment_number).toBeNull()
    const owner = { ...payee, token: body.token }
    await accept(app, pair)
    await pay(app, payer, formPk)
    await take(app, owner, formPk, 'start')
    await take(app, owner, formPk, 'deliver', { note: 'Done' })
    await take(app, payer, formPk, 'release')
    const { rows } = await app.db.ownerPool.query('select destination from payout where user_id = $1', [
      payee.id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(thiefs)
  })
  it('of a Seller clears the number too, and asks for it at the next change', async () => {
    const seller = await person(app, 'Seller')
    await request(seller.email)
    const [link = []] = await linksOf(seller)
    expect((await confirm(link)).status).toBe(204)
    const { body } = await app.call('POST', '/api/auth/login', {
      body: { phone_number: seller.phone, password: FRESH },
    })
    expect(body.user.payment_number).toBeNull()
    const { status } = await app.call('POST', '/api/account/profile', {
      token: body.token,
      body: { payment_number: '9111144444', password: FRESH },
    })
    expect(status).toBe(200)
  })
})

describe('a reset, besides,', () => {
  it('forgets the devices of before', async () => {
    const owner = await person(app, 'Buyer')
    await request(owner.email)
    const [link = []] = await linksOf(owner)
    await app.db.ownerPool.query(
      "insert into known_origin (user_id, kind, hash) values ($1, 'device', sha256('thief'))",
      [owner.id],
    )
    await confirm(link)
    const { rows } = await app.db.ownerPool.query('select kind from known_origin where user_id = $1', [
      owner.id,
    ])
    expect(rows).toEqual([{ kind: 'address' }])
  })
  it('is mailed at most three times an hour to one address, and the newest link works', async () => {
    const owner = await person(app, 'Buyer')
    for (let i = 0; i < 6; i += 1) expect((await request(owner.email)).status).toBe(204)
    const links = await linksOf(owner)
    expect(links).toHaveLength(3)
    expect((await confirm(links.at(-1) ?? [])).status).toBe(204)
  })
  it('is in the audit log without a token or a password', async () => {
    const owner = await person(app, 'Buyer')
    await request(owner.email)
    await request('nobody@example.com')
    const [link = []] = await linksOf(owner)
    await confirm(link)
    const { rows } = await app.db.ownerPool.query(
      "select action, subject_id, before, after from audit_event where action like 'pa%' order by id",
    )
    expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['password_reset_requested', String(owner.id)],
      ['password_reset_requested', null],
      ['payment_number_cleared', String(owner.id)],
      ['password_changed', String(owner.id)],
    ])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${link[1]}|${FRESH}|${owner.phone}`))
  })
})

it('a mailed link works whatever somebody behind the same address asks for and guesses; their guesses wait', async () => {
  const owner = await person(app, 'Buyer')
  const other = await person(app, 'Buyer')
  // eleven of others in the minute, as behind the one address of a mobile network
  for (let n = 0; n < 11; n += 1) expect((await request(`nobody${n}@example.com`)).status).toBe(204)
  expect((await request(owner.email)).status).toBe(204)
  const [link = []] = await linksOf(owner)
  const guess = ({ id }: Person) => confirm([Buffer.from(String(id)).toString('base64url'), 'x'.repeat(43)])
  let refused = await guess(owner)
  for (let n = 0; n < 12 && refused.status === 400; n += 1) refused = await guess(owner)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await guess(other)).status, 'another account').toBe(400)
  expect((await confirm(link)).status, 'the link in the mail').toBe(204)
})

it('an email that nobody has takes the same statements as one that somebody has', async () => {
  const db = await freshDatabase({ max: 4 })
  const texts: string[] = []
  const pool = new Proxy(db.pool, {
    get: (target, name) =>
      name === 'connect'
        ? async () => {
            const client = await target.connect()
            return new Proxy(client, {
              get: (inner, key) =>
                key === 'query'
                  ? (config: { text?: string } | string, ...rest: unknown[]) => {
                      texts.push(typeof config === 'string' ? config : (config.text ?? ''))
                      return (inner.query as (...all: unknown[]) => unknown)(config, ...rest)
                    }
                  : bound(inner, key),
            })
          }
        : bound(target, name),
  })
  const counted = await startApp({ runInTransaction: createTransactionRunner(pool as never) })
  try {
    const { email } = await person(counted, 'Buyer')
    const statementsOf = async (url: string, body: object): Promise<string[]> => {
      texts.length = 0
      await counted.call('POST', url, { body })
      return [...texts]
    }
    for (const url of ['/auth/users/reset_password/', '/api/auth/sign-in-link']) {
      // the first call of a database makes the secret that these links are sealed with
      await statementsOf(url, { email })
      const known = await statementsOf(url, { email })
      expect(known.length).toBeGreaterThan(5)
      expect(await statementsOf(url, { email: 'nobody@example.com' })).toEqual(known)
    }
  } finally {
    await counted.stop()
    await db.drop()
  }
})

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name) as unknown
  return typeof value === 'function' ? value.bind(target) : value
}

describe('with real money', () => {
  const strict = useApp({ settings: { ...testSettings, passwords: 'uncommon' } })
  const register = (password: string, over: object = {}) =>
    strict.call('POST', '/api/auth/register', {
      body: {
        phone_number: '9811100001',
        email: 'meera@example.com',
        first_name: 'Meera',
        last_name: 'Kulkarni',
        user_type: ['Buyer'],
        password,
        ...over,
      },
    })
  it.each(['Password1!', 'Welcome@123', PASSWORD, 'Kulkarni@12', 'Sharma@123', 'Meera9811100001!'])(
    '%s opens no account',
    async (password) => {
      const { status, body } = await register(password)
      expect([status, Object.keys(body)]).toEqual([400, ['password']])
      expect(body.password[0]).toMatch(/easy to guess/)
    },
  )
  it('another password does', async () => {
    expect((await register('Vada!pav88Tram')).status).toBe(201)
  })
})
it('in the sandbox the rule of the form decides alone', async () => {
  await expect(person(app, 'Buyer', { password: 'Password1!' })).resolves.toBeDefined()
})
