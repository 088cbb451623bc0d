/** Codes: how they are sent, checked and limited. Limits as in production. */
import { describe, expect, it } from 'vitest'
import { sendWaits } from '#server/repositories/verifications.ts'
import { person } from '#test/support/people.ts'
import { ask, confirm, FakeSender, mailedCode, useVerifyingApp } from '#test/support/verification.ts'

const [first, second] = [new FakeSender('whatsapp'), new FakeSender('msg91')]
const app = useVerifyingApp([first, second], { rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] }, 'test')

/** As if the codes so far had been sent that much earlier. */
const earlier = (span: string) =>
  app.db.ownerPool.query(
    `update verification set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval`,
    [span],
  )
const wrong = (code: string): string => (code === '123456' ? '654321' : '123456')

describe('a code', () => {
  it('comes after sign-up, which is as it was, and marks the number', async () => {
    const asha = await person(app, 'Buyer')
    const { status, body } = await ask(app, asha)
    expect([status, body]).toEqual([202, { to: `••••••${asha.phone.slice(-4)}`, resend_after: 30 }])
    const code = first.codeTo(asha.phone)
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await app.db.ownerPool.query('select row_to_json(v)::text as text from verification v')
    expect(rows[0].text).not.toContain(code)
    const confirmed = await confirm(app, asha, code)
    expect([confirmed.status, confirmed.body.phone_verified]).toEqual([200, true])
    const me = await app.call('GET', '/api/auth/user', { token: asha.token })
    expect(me.body).toMatchObject({ phone_verified: true, email_verified: false })
    expect((await confirm(app, asha, code)).status).toBe(400)
  })

  it('is dead after five checks, also the right one', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha)
    const code = first.codeTo(asha.phone)
    for (const left of [4, 3, 2, 1]) {
      const { status, body } = await confirm(app, asha, wrong(code))
      expect([status, body.code[0]]).toEqual([400, `This is not the code. Tries left: ${left}.`])
    }
    expect((await confirm(app, asha, wrong(code))).status).toBe(400)
    const { body } = await confirm(app, asha, code)
    expect(body).toEqual({ code: ['This code no longer works. Ask for a new one.'] })
  })

  it('is checked five times exactly when 16 come at once', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha)
    const code = first.codeTo(asha.phone)
    const replies = await Promise.all(Array.from({ length: 16 }, () => confirm(app, asha, wrong(code))))
    const texts = replies.map(({ body }) => body.code[0])
    expect(texts.filter((text) => text.startsWith('This is not the code'))).toHaveLength(4)
    const { rows } = await app.db.ownerPool.query('select checks from verification')
    expect(rows).toEqual([{ checks: 5 }])
    expect((await confirm(app, asha, code)).status).toBe(400)
  })

  it('is used once when it comes 16 times at once', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha)
    const code = first.codeTo(asha.phone)
    const replies = await Promise.all(Array.from({ length: 16 }, () => confirm(app, asha, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is dead after ten minutes, and when a newer one was sent', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha)
    const old = first.codeTo(asha.phone)
    await earlier('10 minutes 1 second')
    expect((await confirm(app, asha, old)).status).toBe(400)
    expect((await ask(app, asha)).status).toBe(202)
    const middle = first.codeTo(asha.phone)
    await earlier('61 seconds')
    expect((await ask(app, asha)).status).toBe(202)
    if (middle !== first.codeTo(asha.phone)) expect((await confirm(app, asha, middle)).status).toBe(400)
    expect((await confirm(app, asha, first.codeTo(asha.phone))).status).toBe(200)
  })

  it('of somebody else is of no use', async () => {
    const [asha, ravi] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    await ask(app, asha)
    await ask(app, ravi)
    const [own, other] = [first.codeTo(ravi.phone), first.codeTo(asha.phone)]
    if (own !== other) expect((await confirm(app, ravi, other)).status).toBe(400)
    expect((await app.call('POST', '/api/account/verification', { body: { kind: 'phone' } })).status).toBe(
      401,
    )
  })

  it('has six digits, or the field says so', async () => {
    const asha = await person(app, 'Buyer')
    for (const code of ['', '12345', 'abcdef', '1234567']) {
      const { status, body } = await confirm(app, asha, code)
      expect([status, Object.keys(body)]).toEqual([400, ['code']])
    }
  })
})

describe('a mailed code', () => {
  it('is the same by mail, as a code and as a link', async () => {
    const asha = await person(app, 'Buyer')
    expect((await ask(app, asha, 'email')).status).toBe(202)
    const mail = (await app.call('GET', `/api/sandbox/mail?search=${asha.email}`)).body[0]
    const code = await mailedCode(app, asha.email)
    expect(mail.text).toContain(`${code} is your code`)
    const token = /\/link#verify_email\.([\w-]{43})/.exec(mail.text)?.[1]
    expect((await app.call('GET', '/link')).status).not.toBe(200)
    const follow = () => app.call('POST', '/api/account/links', { body: { action: 'verify_email', token } })
    expect((await follow()).body).toEqual({ done: 'verify_email' })
    expect((await follow()).status).toBe(400)
    expect((await app.call('GET', '/api/auth/user', { token: asha.token })).body.email_verified).toBe(true)
  })

  it('by mail confirms the address', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha, 'email')
    const { status, body } = await confirm(app, asha, await mailedCode(app, asha.email), 'email')
    expect([status, body.email_verified, body.phone_verified]).toEqual([200, true, false])
  })
})

describe('sending', () => {
  it('waits 30 s, 60 s, then 5 minutes, and says how long', async () => {
    const asha = await person(app, 'Buyer')
    expect((await ask(app, asha)).body.resend_after).toBe(30)
    for (const [tooShort, rest, next] of [
      ['25 seconds', '6 seconds', 60],
      ['55 seconds', '6 seconds', 300],
      ['4 minutes', '61 seconds', 300],
    ] as const) {
      await earlier(tooShort)
      const early = await ask(app, asha)
      expect([early.status, Number(early.headers['retry-after']) > 0]).toEqual([429, true])
      await earlier(rest)
      const { status, body } = await ask(app, asha)
      expect([status, body.resend_after]).toEqual([202, next])
    }
  })

  it('goes to one number five times an hour and ten times a day, whoever asks', async () => {
    const phone = '9812300001'
    const asha = await person(app, 'Buyer', { phone_number: phone })
    const other = await person(app, 'Client', { phone_number: phone })
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(app, count % 2 === 0 ? asha : other)).status).toBe(202)
      await earlier('301 seconds')
    }
    const over = await ask(app, asha)
    expect(over.status).toBe(429)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(1_000)
    await earlier('1 hour')
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(app, asha)).status).toBe(202)
      await earlier('301 seconds')
    }
    await earlier('1 hour')
    const day = await ask(app, asha)
    expect([day.status, Number(day.headers['retry-after']) > 70_000]).toEqual([429, true])
  })

  it('goes to its owner three times a day, whatever a stranger has used up', async () => {
    const phone = '9812300002'
    const stranger = await person(app, 'Client', { phone_number: phone })
    for (let count = 0; count < 10; count += 1) {
      if (count === 5) await earlier('1 hour')
      expect((await ask(app, stranger)).status).toBe(202)
      await earlier('301 seconds')
    }
    expect((await ask(app, stranger)).status).toBe(429)
    const owner = await person(app, 'Buyer', { phone_number: phone })
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(app, owner)).status).toBe(202)
      await earlier('301 seconds')
    }
    expect((await ask(app, owner)).status).toBe(429)
  })

  it('goes to one number thirty times a day, however many accounts name it', async () => {
    const phone = '9812300003'
    const owner = await person(app, 'Buyer', { phone_number: phone })
    const stranger = await person(app, 'Client', { phone_number: phone })
    const send = (count: number) =>
      app.db.ownerPool.query(
        `insert into verification (id, user_id, kind, value, purpose, expires_at, replaced_at)
         select 'many-' || gen_random_uuid(), $1, 'phone', $2, 'prove', now(), now() from generate_series(1, $3::int)`,
        [stranger.id, phone, count],
      )
    await send(29)
    expect((await ask(app, owner)).status).toBe(202)
    await earlier('301 seconds')
    expect((await ask(app, owner)).status).toBe(429)
  })

  it('goes to five numbers of one account a week', async () => {
    const asha = await person(app, 'Buyer')
    await app.db.ownerPool.query(
      `insert into verification (id, user_id, kind, value, purpose, created_at, expires_at, replaced_at)
       select 'old' || n, $1, 'phone', '98123001' || n, 'prove', now() - (n - 10) * interval '1 day', now(), now()
         from generate_series(10, 14) n`,
      [asha.id],
    )
    expect((await ask(app, asha)).status).toBe(429)
    await earlier('3 days 1 hour')
    expect((await ask(app, asha)).status).toBe(202)
  })
})

describe('sending in bulk', () => {
  it('goes out 20 times an hour for one address, and 300 times for the whole site', async () => {
    const asha = await person(app, 'Buyer')
    const fill = (address: string, count: number) =>
      app.db.ownerPool.query(
        `insert into verification (id, user_id, kind, value, purpose, address, expires_at, replaced_at)
         select $1 || n, $2, 'phone', $3 || lpad(n::text, 4, '0'), 'prove', $1::inet, now(), now()
           from generate_series(1, $4) n`,
        [address, other.id, '981240', count],
      )
    const other = await person(app, 'Buyer')
    const waitAt = async (address: string): Promise<number> => {
      const attempt = { userId: asha.id, kind: 'phone', value: asha.phone, address } as const
      const limit = { max: 20, hours: 1 }
      const limits = {
        value: [limit],
        reserved: limit,
        flood: limit,
        address: limit,
        network: { max: 40, hours: 1 },
        site: limit,
        valuesOfUser: limit,
        gaps: [30],
      }
      const { address: own, network } = await app.db.runInTransaction((tx) => sendWaits(tx, attempt, limits))
      return Math.max(own, network)
    }
    await fill('127.0.0.1', 20)
    expect((await ask(app, asha)).status).toBe(429)
    await app.db.ownerPool.query('delete from verification')
    await fill('2001:db8:1:2::1', 20)
    expect(await waitAt('2001:db8:1:2:ffff::9'), 'the same IPv6 network').toBeGreaterThan(0)
    expect(await waitAt('2001:db8:1:3::1'), 'the next one').toBe(0)
    await fill('2001:db8:1:4::1', 20)
    expect(await waitAt('2001:db8:1:3::1'), 'whoever has a network of networks').toBeGreaterThan(0)
    expect(await waitAt('2001:db8:2:3::1'), 'another customer').toBe(0)
    await app.db.ownerPool.query('delete from verification')
    await fill('203.0.113.9', 299)
    expect((await ask(app, asha)).status).toBe(202)
    const late = await person(app, 'Buyer')
    expect((await ask(app, late)).status).toBe(429)
  })
})

describe('providers', () => {
  it('takes the next provider after a refusal, and none after an outcome that is unknown', async () => {
    const asha = await person(app, 'Buyer')
    first.results.push({ is: 'refused', detail: 'status 429', retry: 'later' })
    expect((await ask(app, asha)).status).toBe(202)
    expect(second.codeTo(asha.phone)).toMatch(/^\d{6}$/)

    const ravi = await person(app, 'Buyer')
    first.results.push({ is: 'unknown', detail: 'timeout' })
    const before = second.sent.length
    expect((await ask(app, ravi)).status).toBe(202)
    expect(second.sent.length).toBe(before)
    // it may have arrived all the same
    const arrived = first.codeTo(ravi.phone)
    expect((await ask(app, ravi)).status).toBe(429)
    await earlier('31 seconds')
    expect((await ask(app, ravi)).status).toBe(202)
    expect(second.sent.length).toBe(before + 1)
    if (arrived !== second.codeTo(ravi.phone)) expect((await confirm(app, ravi, arrived)).status).toBe(400)
    expect((await confirm(app, ravi, second.codeTo(ravi.phone))).status).toBe(200)
  })

  it('answers 503 when every provider refuses, and the code is dead', async () => {
    const asha = await person(app, 'Buyer')
    for (const sender of [first, second])
      sender.results.push({ is: 'refused', detail: 'status 401', retry: 'config' })
    const { status, headers } = await ask(app, asha)
    expect([status, headers['retry-after']]).toEqual([503, '30'])
    expect((await confirm(app, asha, '111111')).status).toBe(400)
  })

  it('asks for nothing that is verified already', async () => {
    const asha = await person(app, 'Buyer')
    await ask(app, asha)
    await confirm(app, asha, first.codeTo(asha.phone))
    expect((await ask(app, asha)).status).toBe(409)
  })
})
