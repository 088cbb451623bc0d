/** The demo's published passwords and the sandbox's list of mails, where others than this machine reach the server. */
import { afterEach, describe, expect, it } from 'vitest'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import type { AppSettings } from '#server/services/context.ts'
import { seed } from '#server/services/demo/seed.ts'
import { startApp, type TestApp, testSettings } from '#test/support/app.ts'
import { person, teammate } from '#test/support/people.ts'
import { enrol } from '#test/support/second-factor.ts'

const PUBLISHED = 'Amanat@2026'
const [BUYER, MEDIATOR, ADMIN] = ['9000000001', '9000000005', '9000000006']

let app: TestApp
afterEach(() => app.stop())

interface Start {
  readonly demo?: boolean
  readonly isProduction?: boolean
  readonly isLoopback?: boolean
  readonly settings?: AppSettings
}
/** The lines that a start prints. */
const start = ({ demo, isProduction = false, isLoopback = true, settings = testSettings }: Start) =>
  seed({
    runInTransaction: app.db.runInTransaction,
    rails: new Map([['sandbox', new SandboxRail('test-secret')]]),
    settings,
    config: { admin: undefined, realRail: undefined, demo, isProduction, isLoopback },
  })
const logIn = (phone: string, password: string) =>
  app.call('POST', '/api/auth/login', { body: { phone_number: phone, password } })
const statuses = async (...phones: string[]) =>
  Promise.all(phones.map(async (phone) => (await logIn(phone, PUBLISHED)).status))
const printedFor = (lines: string, phone: string): string =>
  lines
    .split('\n')
    .find((line) => line.includes(phone))
    ?.split(/\s+/)
    .at(-1) ?? ''

describe('the demo', () => {
  it('has its published password on a loopback host', async () => {
    app = await startApp()
    const lines = await start({})
    expect(printedFor(lines, ADMIN)).toBe(PUBLISHED)
    expect(await statuses(BUYER, MEDIATOR, ADMIN)).toEqual([200, 200, 200])
  })

  it('is made where numbers are checked, too', async () => {
    app = await startApp()
    const lines = await start({ settings: { ...testSettings, verification: 'on' } })
    expect(printedFor(lines, BUYER)).toBe(PUBLISHED)
  })

  it('has random passwords for the team where others reach the server, printed once', async () => {
    app = await startApp()
    const lines = await start({ isLoopback: false })
    expect(await statuses(BUYER, MEDIATOR, ADMIN)).toEqual([200, 401, 401])
    const password = printedFor(lines, ADMIN)
    expect(password).not.toBe(printedFor(lines, MEDIATOR))
    expect((await logIn(ADMIN, password)).status).toBe(200)
    const again = await start({ isLoopback: false })
    expect(again).not.toContain(password)
    expect((await logIn(ADMIN, password)).status).toBe(200)
  })

  it('of a loopback host loses the team’s published passwords and sessions once others reach it', async () => {
    app = await startApp()
    await start({})
    const { token } = (await logIn(ADMIN, PUBLISHED)).body
    await start({ isLoopback: false })
    expect(await statuses(ADMIN)).toEqual([401])
    expect((await app.call('GET', '/api/auth/user', { token })).status).toBe(401)
  })

  it('is there in production only when asked for, with random passwords for all', async () => {
    app = await startApp()
    expect(await start({ isProduction: true })).toBe('')
    expect(await statuses(BUYER, ADMIN)).toEqual([401, 401])
    const lines = await start({ isProduction: true, demo: true })
    expect(await statuses(BUYER, MEDIATOR, ADMIN)).toEqual([401, 401, 401])
    expect((await logIn(BUYER, printedFor(lines, BUYER))).status).toBe(200)
  })
})

describe('the sandbox’s list of mails', () => {
  const request = (email: string) => app.call('POST', '/api/auth/sign-in-link', { body: { email } })
  const mails = async (email: string, token?: string) =>
    (await app.call('GET', `/api/sandbox/mail?search=${email}`, { token })).body.length

  it('leaves the team’s out where others reach the server, but for an Admin', async () => {
    app = await startApp({ settings: { ...testSettings, sandboxEmails: 'without team' } })
    const [admin, mediator, buyer] = [
      await teammate(app, 'Admin'),
      await teammate(app),
      await person(app, 'Buyer'),
    ]
    for (const { email } of [admin, mediator, buyer]) await request(email)
    for (const token of [undefined, buyer.token, mediator.token, 'x'.repeat(43)]) {
      expect(await mails(admin.email, token)).toBe(0)
      expect(await mails(mediator.email, token)).toBe(0)
      expect(await mails(buyer.email, token)).toBe(1)
    }
    expect(await mails(admin.email, admin.token)).toBe(1)
    const { token } = (await logIn(admin.phone, PUBLISHED)).body
    await enrol(app, admin.token)
    expect(await mails(admin.email, token)).toBe(0)
  })

  it('has them on a loopback host', async () => {
    app = await startApp()
    const admin = await teammate(app, 'Admin')
    await request(admin.email)
    expect(await mails(admin.email)).toBe(1)
  })
})

describe('the sandbox’s list of codes', () => {
  const codes = async (recipient: string, headers: Record<string, string>) =>
    (await app.call('GET', `/api/sandbox/codes?search=${recipient}`, { headers })).body.length
  const FAR = { 'x-forwarded-for': '203.0.113.5' }

  it.each([
    ['a proxy that is trusted', ['127.0.0.1']],
    ['a proxy on this machine that nobody has named', []],
  ])('leaves the team’s out for whoever comes through %s', async (_, trustedProxies) => {
    app = await startApp({ trustedProxies })
    const [admin, mediator, buyer] = [
      await teammate(app, 'Admin'),
      await teammate(app),
      await person(app, 'Buyer'),
    ]
    const other = '9812300000'
    await app.db.ownerPool.query(
      `insert into contact_change (user_id, kind, old_value, new_value, ready_at, stop_hash)
       values ($1, 'phone', $2, $3, clock_timestamp(), decode(repeat('ab', 32), 'hex'))`,
      [mediator.id, mediator.phone, other],
    )
    for (const recipient of [admin.phone, mediator.email, other, buyer.phone])
      await app.db.ownerPool.query(
        `insert into sandbox_code (recipient, kind, code) values ($1, 'phone', '123456')`,
        [recipient],
      )
    for (const recipient of [admin.phone, mediator.email, other]) {
      expect(await codes(recipient, FAR)).toBe(0)
      expect(await codes(recipient, {})).toBe(1)
    }
    expect(await codes(buyer.phone, FAR)).toBe(1)
  })
})
