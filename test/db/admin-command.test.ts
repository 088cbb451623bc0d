/** `npm run admin`: the program itself, over a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { runCommand } from '#test/support/command.ts'
import { offerShopping, PASSWORD, person, teammate } from '#test/support/people.ts'
import { enrol } from '#test/support/second-factor.ts'

const app = useApp()
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-admin-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const run = (file: string, args: readonly string[], settings: Record<string, string> = {}) =>
  runCommand(file, args, { DATABASE_URL: app.db.url, DATA_DIR: dataDir, ...settings })

const admin = (...args: string[]) => run('server/cli/admin.ts', args)

/** Codes go to real phones. */
const REAL_CODES = { OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' }

const logIn = (phone: string, password: string) =>
  app.call('POST', '/api/auth/login', { body: { phone_number: phone, password } })
const audit = async (action: string) =>
  (
    await app.db.pool.query('select actor_id, after from audit_event where action = $1 order by id desc', [
      action,
    ])
  ).rows[0]

const SLOW_MS = 120_000

it(
  'accept-clock trusts a clock that a server had seen jump',
  async () => {
    await app.db.pool.query(
      "update wall_clock set trusted_at = clock_timestamp() - interval '1 day', jump_ms = 86400000",
    )
    const accepted = await admin('accept-clock')
    expect([accepted.code, accepted.text]).toEqual([
      0,
      expect.stringMatching(/deadlines go by this clock again/),
    ])
    const { rows } = await app.db.pool.query(
      "select jump_ms, trusted_at > clock_timestamp() - interval '1 minute' as is_now from wall_clock",
    )
    expect(rows).toEqual([{ jump_ms: null, is_now: true }])
  },
  SLOW_MS,
)

it(
  'move-deadlines gives a time back in which nobody could reach the servers, once',
  async () => {
    const pair = await offerShopping(app)
    const due = async () =>
      (
        await app.db.pool.query('select due_at from deal where id = $1', [pair.formPk])
      ).rows[0].due_at.getTime()
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const at = Date.now() + 3_600_000
    await app.db.pool.query('update deal set due_at = $2, due_from = $3 where id = $1', [
      ...[pair.formPk, new Date(at), hoursAgo(5)],
    ])
    const lost = ['--from', hoursAgo(4), '--to', hoursAgo(1)]
    const first = await admin('move-deadlines', ...lost)
    expect([first.code, first.text]).toEqual([0, expect.stringMatching(/^The deadlines of 1 deals/)])
    expect(await due()).toBe(at + 3 * 3_600_000)
    const again = await admin('move-deadlines', '--from', hoursAgo(2), '--to', hoursAgo(0.5))
    expect([again.code, again.text]).toEqual([1, expect.stringMatching(/^Deadlines have been moved/)])
    for (const wrong of [
      ['--from', hoursAgo(1), '--to', hoursAgo(4)],
      // no server has run up to then: its start gives that time back
      ['--from', hoursAgo(1), '--to', new Date().toISOString()],
      ['--from', 'yesterday', '--to', hoursAgo(1)],
    ])
      expect((await admin('move-deadlines', ...wrong)).code).toBe(1)
    expect(await due()).toBe(at + 3 * 3_600_000)
    // as the usage shows it: of a time in which this database was not there
    const usage = (await admin('move-deadlines', '--until', 'now')).text
    const shown = /move-deadlines (--from \S+ --to \S+)/.exec(usage)?.[1]?.split(' ') ?? []
    expect((await admin('move-deadlines', ...shown)).text).toMatch(/^The deadlines of 0 deals/)
  },
  SLOW_MS,
)

describe('a password that is among the first to be tried', () => {
  it(
    'opens no account of the team where codes go to real phones, nor the first one at the start',
    async () => {
      const member = {
        role: 'Admin',
        phone: '9811111119',
        email: 'third@example.com',
        password: 'Sharma@123',
      }
      const flags = Object.entries(member).flatMap(([name, value]) => [`--${name}`, value])
      const created = await run('server/cli/admin.ts', ['create', ...flags], REAL_CODES)
      expect([created.code, created.text]).toEqual([1, expect.stringMatching(/^--password: .*easy to guess/)])
      const first = { ADMIN_PHONE: member.phone, ADMIN_EMAIL: member.email, ADMIN_PASSWORD: member.password }
      const started = await run('server/main.ts', [], { ...REAL_CODES, ...first, PORT: '0' })
      expect([started.code, started.text]).toEqual([
        1,
        expect.stringMatching(/^ADMIN_PASSWORD is too easily/),
      ])
    },
    SLOW_MS,
  )
})

describe('npm run admin', () => {
  it(
    'creates a second Admin, who signs in; not a second one of the same number',
    async () => {
      const flags = ['--role', 'Admin', '--phone', '9811111111', '--email', 'second@example.com']
      const created = await admin('create', ...flags, '--password', 'Sunny-Day-42')
      expect(created).toEqual({ code: 0, text: 'Admin 9811111111 is created.\n' })
      const { status, body } = await logIn('9811111111', 'Sunny-Day-42')
      expect([status, body.user.user_type, body.user.phone_verified]).toEqual([200, ['Admin'], true])
      expect(await audit('account_created')).toMatchObject({
        actor_id: null,
        after: { role: 'Admin', by: 'command' },
      })
      const again = await admin('create', ...flags, '--password', 'Sunny-Day-42')
      expect([again.code, again.text.startsWith('--phone: ')]).toEqual([1, true])
    },
    SLOW_MS,
  )

  it(
    'resets the second factor of the team and of nobody else',
    async () => {
      const mediator = await teammate(app)
      await enrol(app, mediator.token)
      expect((await logIn(mediator.phone, PASSWORD)).body.second_factor).toBe('confirm')
      expect((await admin('reset-second-factor', '--phone', mediator.phone)).code).toBe(0)
      expect((await app.call('GET', '/api/auth/user', { token: mediator.token })).status).toBe(401)
      expect((await logIn(mediator.phone, PASSWORD)).body.second_factor).toBeUndefined()
      expect(await audit('second_factor_reset')).toMatchObject({ actor_id: null, after: { by: 'command' } })
      const buyer = await person(app, 'Buyer')
      const refused = await admin('reset-second-factor', '--phone', buyer.phone)
      expect(refused).toEqual({ code: 1, text: 'No Admin or Mediator has this number.\n' })
    },
    SLOW_MS,
  )

  it(
    'ends sessions',
    async () => {
      const mediator = await teammate(app)
      expect((await admin('end-sessions', '--phone', mediator.phone)).code).toBe(0)
      expect((await app.call('GET', '/api/auth/user', { token: mediator.token })).status).toBe(401)
      expect(await audit('sessions_ended')).toMatchObject({ after: { by: 'command' } })
    },
    SLOW_MS,
  )

  it(
    'says what is missing, and which verbs there are',
    async () => {
      const missing = await admin('create', '--role', 'Boss', '--phone', '12')
      expect(missing.code).toBe(1)
      for (const flag of ['role', 'phone', 'email', 'password']) expect(missing.text).toContain(`--${flag}:`)
      const unknown = await admin('remove', '--phone', '9811111111')
      expect([unknown.code, unknown.text]).toEqual([1, expect.stringContaining('reset-second-factor')])
    },
    SLOW_MS,
  )
})
