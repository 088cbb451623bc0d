/** Passkeys of the team: added, shown, refused, removed; a software authenticator signs. */
import { describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import {
  Authenticator,
  adminWithPasskey,
  auditedAfter,
  beginConfirm,
  beginPasskey,
  sendConfirm,
  sendPasskey,
  showPasskey,
  signInWithPassword,
  type Wrong,
} from '#test/support/passkeys.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { confirmCode, enrol, SECOND_FACTOR } from '#test/support/second-factor.ts'

const settings = { ...testSettings, secondFactor: 'demanded' as const }
const app = useApp({ settings })

const signIn = (who: Person) => signInWithPassword(app, who)
const withPasskey = () => adminWithPasskey(app)
const audit = (who: Person, action: string) => auditedAfter(app, who, action)
const isOpen = async (token: string) =>
  (await app.call('GET', '/api/admin/overview', { token })).status === 200

describe('the first passkey', () => {
  it('is a second factor: it opens the session, brings recovery codes and is asked for from then on', async () => {
    const { admin, first, token, second_factor, authenticator, recoveryCodes } = await withPasskey()
    expect([new Set(recoveryCodes).size, await isOpen(first)]).toEqual([10, true])
    expect([second_factor, await isOpen(token)]).toEqual(['confirm', false])
    const { status, body } = await showPasskey(app, token, authenticator)
    expect([status, body]).toMatchObject([200, { enrolled: true, passed: true, totp: false, passkeys: 1 }])
    expect(await isOpen(token)).toBe(true)
    expect(await audit(admin, 'second_factor_enrolled')).toEqual([{ how: 'passkey' }])
    expect(await audit(admin, 'second_factor_passed')).toEqual([{ how: 'passkey' }])
    expect(await audit(admin, 'passkey_added')).toHaveLength(1)
  })

  it('has recovery codes that work', async () => {
    const { token, recoveryCodes } = await withPasskey()
    expect((await confirmCode(app, token, recoveryCodes[0] ?? '')).status).toBe(200)
  })

  it('is for the team alone', async () => {
    const buyer = await person(app, 'Buyer')
    expect((await beginPasskey(app, buyer.token)).status).toBe(403)
  })

  it('cannot be set up by two sessions at once without showing the other', async () => {
    const admin = await teammate(app, 'Admin')
    const tokens: string[] = []
    for (let n = 0; n < 4; n += 1) tokens.push((await signIn(admin)).token)
    const answers: [string, unknown][] = []
    for (const token of tokens)
      answers.push([token, new Authenticator().create((await beginPasskey(app, token)).body)])
    const replies = await Promise.all(answers.map(([token, answer]) => sendPasskey(app, token, answer)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
  })
})

describe('options', () => {
  it('name the site of PUBLIC_URL, demand that the authenticator is unlocked, and leave out what is there', async () => {
    const { first, token, authenticator } = await withPasskey()
    const id = authenticator.id.toString('base64url')
    expect((await beginPasskey(app, first)).body).toMatchObject({
      rp: { id: 'amanat.test' },
      attestation: 'none',
      excludeCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { userVerification: 'required' },
    })
    expect((await beginConfirm(app, token)).body).toMatchObject({
      rpId: 'amanat.test',
      userVerification: 'required',
      allowCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
    })
  })

  it('of showing one are refused where there is none', async () => {
    const admin = await teammate(app, 'Admin')
    const { token } = await signIn(admin)
    expect((await beginConfirm(app, token)).status).toBe(409)
    await enrol(app, token)
    expect((await beginConfirm(app, token)).status).toBe(409)
  })
})

const WRONG: [string, Wrong][] = [
  ['of another origin', { origin: 'https://amanat.test' }],
  ['of a page below another host', { origin: 'http://amanat.test.evil.example' }],
  ['of another site', { rpId: 'evil.example' }],
  ['over another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['of an authenticator that nobody unlocked', { isUnlocked: false }],
]

describe('an answer', () => {
  it.each(WRONG)('%s adds no passkey', async (_, wrong) => {
    const { token } = await signIn(await teammate(app, 'Admin'))
    const { body: options } = await beginPasskey(app, token)
    const { status, body } = await sendPasskey(app, token, new Authenticator().create(options, wrong))
    expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    expect((await app.call('GET', SECOND_FACTOR, { token })).body).toMatchObject({
      enrolled: false,
      passkeys: 0,
    })
  })

  it.each(WRONG)('%s shows nothing, and is audited', async (_, wrong) => {
    const { admin, token, authenticator } = await withPasskey()
    const { status, body } = await showPasskey(app, token, authenticator, wrong)
    expect([status, Object.keys(body), await isOpen(token)]).toEqual([400, ['non_field_errors'], false])
    expect(await audit(admin, 'second_factor_failed')).toEqual([{ how: 'passkey', reason: 'signature' }])
    expect((await showPasskey(app, token, authenticator)).status).toBe(200)
  })

  it('to adding one is none to showing one, and the other way round', async () => {
    const { first, token, authenticator } = await withPasskey()
    expect((await showPasskey(app, token, authenticator, { type: 'webauthn.create' })).status).toBe(400)
    const { body: options } = await beginPasskey(app, first)
    const answer = new Authenticator().create(options, { type: 'webauthn.get' })
    expect((await sendPasskey(app, first, answer)).status).toBe(400)
  })
})

describe('the challenge of an answer', () => {
  it('works once: the same one again is refused, in its session and in another', async () => {
    const { admin, token, authenticator } = await withPasskey()
    const { token: other } = await signIn(admin)
    const answer = authenticator.get((await beginConfirm(app, token)).body)
    expect((await sendConfirm(app, token, answer)).status).toBe(200)
    expect((await sendConfirm(app, token, answer)).status).toBe(400)
    expect((await sendConfirm(app, other, answer)).status).toBe(400)
    expect(await audit(admin, 'second_factor_failed')).toEqual([
      { how: 'passkey', reason: 'challenge' },
      { how: 'passkey', reason: 'challenge' },
    ])
  })

  it('works once, also when it comes 6 times at once', async () => {
    const { token, authenticator } = await withPasskey()
    const answer = authenticator.get((await beginConfirm(app, token)).body)
    const replies = await Promise.all(Array.from({ length: 6 }, () => sendConfirm(app, token, answer)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that was wrong has used its challenge up', async () => {
    const { token, authenticator } = await withPasskey()
    const { body: options } = await beginConfirm(app, token)
    expect((await sendConfirm(app, token, authenticator.get(options, { isUnlocked: false }))).status).toBe(
      400,
    )
    expect((await sendConfirm(app, token, authenticator.get(options))).status).toBe(400)
  })

  it('over the challenge of another session is refused', async () => {
    const { admin, token, authenticator } = await withPasskey()
    const { token: other } = await signIn(admin)
    const { body: options } = await beginConfirm(app, token)
    await beginConfirm(app, other)
    expect((await sendConfirm(app, other, authenticator.get(options))).status).toBe(400)
    const adding = await signIn(await teammate(app, 'Admin'))
    const { token: stranger } = await signIn(await teammate(app, 'Admin'))
    const { body: creation } = await beginPasskey(app, adding.token)
    await beginPasskey(app, stranger)
    expect((await sendPasskey(app, stranger, new Authenticator().create(creation))).status).toBe(400)
  })

  it('is good for five minutes', async () => {
    const { admin, token, authenticator } = await withPasskey()
    const wait = (span: string) =>
      app.db.ownerPool.query(
        `update passkey_challenge set created_at = created_at - $1::interval
          where session_hash in (select token_hash from session where user_id = $2)`,
        [span, admin.id],
      )
    const { body: late } = await beginConfirm(app, token)
    await wait('5 minutes')
    expect((await sendConfirm(app, token, authenticator.get(late))).status).toBe(400)
    const { body: early } = await beginConfirm(app, token)
    await wait('4 minutes 50 seconds')
    expect((await sendConfirm(app, token, authenticator.get(early))).status).toBe(200)
  })
})

describe('a passkey', () => {
  it('of a colleague is of no use, and their passkey cannot be added again', async () => {
    const { authenticator, token: colleague } = await withPasskey()
    const { first, token } = await withPasskey()
    const { body: options } = await beginConfirm(app, token)
    expect((await sendConfirm(app, token, authenticator.get(options))).status).toBe(400)
    const { body: creation } = await beginPasskey(app, first)
    expect((await sendPasskey(app, first, authenticator.create(creation))).status).toBe(400)
    expect((await showPasskey(app, colleague, authenticator)).status).toBe(200)
  })

  it('with the certificates of a maker is refused before anything in them is looked at', async () => {
    const { token } = await signIn(await teammate(app, 'Admin'))
    const { body: options } = await beginPasskey(app, token)
    const statement = new Map<string, unknown>([['x5c', [new Uint8Array(8)]]])
    expect((await sendPasskey(app, token, new Authenticator().create(options, {}, statement))).status).toBe(
      400,
    )
  })

  it.each([{}, { id: '!' }, { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }])(
    'that is none, %j, is a 400',
    async (body) => {
      const { first, token } = await withPasskey()
      expect((await sendPasskey(app, first, body)).status).toBe(400)
      expect((await sendConfirm(app, token, body)).status).toBe(400)
    },
  )
})

describe('the counter', () => {
  it('that goes back or stands still is refused and audited: the passkey was copied', async () => {
    const { admin, token, authenticator } = await withPasskey()
    expect((await showPasskey(app, token, authenticator, { counter: 7 })).status).toBe(200)
    for (const counter of [6, 7, 0])
      expect((await showPasskey(app, token, authenticator, { counter })).status).toBe(400)
    expect(await audit(admin, 'second_factor_failed')).toEqual(
      Array.from({ length: 3 }, () => ({ how: 'passkey', reason: 'counter' })),
    )
    expect((await showPasskey(app, token, authenticator, { counter: 8 })).status).toBe(200)
  })

  it('of an authenticator that does not count stays 0', async () => {
    const { token, authenticator } = await withPasskey()
    for (let n = 0; n < 3; n += 1)
      expect((await showPasskey(app, token, authenticator, { counter: 0 })).status).toBe(200)
  })
})
