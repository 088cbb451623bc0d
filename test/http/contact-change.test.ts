/** Another number or address: the password is asked, the old one agrees or is told, and a thief gets no money out. */
import { describe, expect, it } from 'vitest'
import { PASSWORD, type Person, person } from '#test/support/people.ts'
import {
  ask,
  beginChange,
  confirm,
  FakeSender,
  mailedCode,
  provedPerson,
  releaseNumber,
  useVerifyingApp,
  verificationOf,
  verifyPhone,
} from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])
let count = 0
const newPhone = (): string => {
  count += 1
  return String(9_500_000_000 + count)
}
const newEmail = (): string => {
  count += 1
  return `changed${count}@example.com`
}

const proved = () => provedPerson(app, sender)
const changePhone = (who: Person, phone: string, over: object = {}) => beginChange(app, who, phone, over)
const changeEmail = (who: Person, email: string, over: object = {}) =>
  app.call('POST', '/api/account/email', { token: who.token, body: { email, password: PASSWORD, ...over } })
const release = (who: Person, code: string) => releaseNumber(app, who, code)
const state = (who: Person) => verificationOf(app, who)
const status = async (token: string) => (await app.call('GET', '/api/auth/user', { token })).status
const mails = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await app.call('GET', `/api/sandbox/mail?page_size=100&search=${encodeURIComponent(email)}`)).body
const follow = (action: string, token: string | undefined) =>
  app.call('POST', '/api/account/links', { body: { action, token } })
async function stopToken(email: string): Promise<string | undefined> {
  for (const { text } of await mails(email)) {
    const token = /\/link#stop_change\.([\w-]{43})/.exec(text)?.[1]
    if (token) return token
  }
  return undefined
}
const again = async ({ phone }: Person): Promise<string> =>
  (await app.call('POST', '/api/auth/login', { body: { phone_number: phone, password: PASSWORD } })).body
    .token
/** What the audit log has of changes that somebody began. */
const changesBegunBy = async ({ id }: Person) =>
  (
    await app.db.ownerPool.query(
      `select before, after from audit_event where action = 'contact_change_begun' and actor_id = $1 order by id`,
      [id],
    )
  ).rows
const earlier = (span: string) =>
  app.db.ownerPool.query(
    `update contact_change set ready_at = ready_at - $1::interval, done_at = done_at - $1::interval`,
    [span],
  )

describe('a number that was never proved', () => {
  it('changes at once with the password, and the code on its way is dead', async () => {
    const who = await person(app, 'Buyer')
    await ask(app, who)
    const old = sender.codeTo(who.phone)
    const phone = newPhone()
    expect((await changePhone(who, phone, { password: 'Wrong@2026' })).body).toEqual({
      password: ['This is not your password.'],
    })
    expect(Object.keys((await changePhone(who, who.phone)).body)).toEqual(['phone_number'])
    expect((await changePhone(who, phone)).body.phone).toMatchObject({
      value: phone,
      verified: false,
      change: null,
    })
    expect((await confirm(app, who, old)).status).toBe(400)
    await verifyPhone(app, sender, { ...who, phone })
    expect((await state(who)).phone).toMatchObject({ value: phone, verified: true })
  })
})

describe('a proved number', () => {
  it('asks the old one first, then the new; other devices end, payouts wait, both addresses know', async () => {
    const who = await proved()
    const other = await again(who)
    const phone = newPhone()
    expect((await changePhone(who, phone)).body.phone).toMatchObject({
      value: who.phone,
      verified: true,
      change: { to: `••••••${phone.slice(-4)}`, ready_at: null },
    })
    expect(await changesBegunBy(who)).toEqual([
      { before: { phone: `••••••${who.phone.slice(-4)}` }, after: { phone: `••••••${phone.slice(-4)}` } },
    ])
    // the new number is asked for nothing yet
    expect((await ask(app, who)).status).toBe(409)
    const oldCode = sender.codeTo(who.phone)
    expect((await release(who, oldCode === '111111' ? '222222' : '111111')).status).toBe(400)
    expect((await release(who, oldCode)).status).toBe(200)
    expect((await ask(app, who)).status).toBe(202)
    expect((await confirm(app, who, sender.codeTo(phone))).status).toBe(200)
    const after = await state(who)
    expect(after.phone).toMatchObject({ value: phone, verified: true, change: null })
    expect(Date.parse(after.payouts_held_until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect([await status(who.token), await status(other)]).toEqual([200, 401])
    expect((await mails(who.email)).length).toBeGreaterThanOrEqual(3)
    expect(await stopToken(who.email)).toMatch(/^[\w-]{43}$/)
  })

  it('that is lost needs a proved address, a mail and 24 hours', async () => {
    const poor = await person(app, 'Client')
    await verifyPhone(app, sender, poor)
    expect(Object.keys((await changePhone(poor, newPhone(), { old_number_lost: true })).body)).toEqual([
      'old_number_lost',
    ])
    const who = await proved()
    const phone = newPhone()
    await changePhone(who, phone, { old_number_lost: true })
    expect((await ask(app, who)).status).toBe(409)
    await earlier('23 hours 59 minutes')
    expect((await ask(app, who)).status).toBe(409)
    await earlier('2 minutes')
    expect((await ask(app, who)).status).toBe(202)
    expect((await confirm(app, who, sender.codeTo(phone))).status).toBe(200)
    expect((await state(who)).phone).toMatchObject({ value: phone, verified: true })
  })

  it.each(['before', 'after'] as const)(
    'a change by a thief is stopped by the mail to the owner, %s it is done',
    async (when) => {
      const who = await proved()
      const phone = newPhone()
      await changePhone(who, phone, { old_number_lost: true })
      if (when === 'after') {
        await earlier('25 hours')
        await ask(app, who)
        expect((await confirm(app, who, sender.codeTo(phone))).status).toBe(200)
      }
      const token = await stopToken(who.email)
      expect((await follow('stop_change', token)).body).toEqual({ done: 'stop_change' })
      expect((await follow('stop_change', token)).status).toBe(400)
      expect(await status(who.token)).toBe(401)
      const signedIn = { ...who, token: await again(who) }
      const after = await state(signedIn)
      expect(after.phone).toMatchObject({ value: who.phone, verified: true, change: null })
      expect(Date.parse(after.payouts_held_until) - Date.now()).toBeGreaterThan(71 * 3_600_000)
    },
  )
})

describe('a proved address', () => {
  it('is told, and the new one counts once its code or link came back', async () => {
    const who = await proved()
    const email = newEmail()
    await changeEmail(who, email)
    expect((await state(who)).email).toMatchObject({ value: who.email, verified: true })
    expect(await changesBegunBy(who)).toMatchObject([{ after: { told_by: 'email' } }])
    expect(JSON.stringify(await changesBegunBy(who))).not.toContain(email)
    await ask(app, who, 'email')
    expect((await confirm(app, who, await mailedCode(app, email), 'email')).status).toBe(200)
    expect((await state(who)).email).toMatchObject({ value: email, verified: true, change: null })
    expect((await follow('stop_change', await stopToken(who.email))).status).toBe(200)
    const signedIn = { ...who, token: await again(who) }
    expect((await state(signedIn)).email).toMatchObject({ value: who.email, verified: true })
  })

  it('that another has proved cannot be taken', async () => {
    const [owner, who] = [await proved(), await proved()]
    await changeEmail(who, owner.email)
    await ask(app, who, 'email')
    const { status: code, body } = await confirm(app, who, await mailedCode(app, owner.email), 'email')
    expect([code, Object.keys(body)]).toEqual([400, ['email']])
    expect((await state(owner)).email).toMatchObject({ value: owner.email, verified: true })
  })
})
