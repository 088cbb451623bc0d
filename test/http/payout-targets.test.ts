/** Where money goes: set with the password and the bank's name, told by mail, stopped by whoever owns the account. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import { startApp, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { BANK, notMeToken, pressNotMe, setTarget, targetOf, UPI } from '#test/support/payout-targets.ts'
import { bringTo, offerShopping, PASSWORD, person } from '#test/support/people.ts'
import { NEW_PASSWORD, resetPassword } from '#test/support/sign-in.ts'

const app = useApp()
const mailbox = new Mailbox(app)
const waitOf = ({ current, now }: { current: { usable_from: string }; now: string }) =>
  Date.parse(current.usable_from) - Date.parse(now)

describe('a target', () => {
  it('is a UPI id or an account, in the name that the bank has, shortened in every answer and sealed at rest', async () => {
    const asha = await person(app, 'Service_Provider')
    expect(await targetOf(app, asha)).toMatchObject({
      needed: false,
      current: null,
      earlier: [],
      frozen: false,
    })
    const upi = await setTarget(app, asha)
    expect([upi.status, upi.body.current]).toMatchObject([
      200,
      { kind: 'upi', address: '••••.rao@okbank', bank_name: 'ASHA RAO', verified: true, retired_at: null },
    ])
    const bank = await setTarget(app, asha, BANK)
    expect(bank.body.current.address).toBe('••••6789, HDFC0001234')
    expect(bank.body.earlier).toMatchObject([{ address: '••••.rao@okbank' }])
    const data = await app.call('GET', '/api/account/export', { token: asha.token })
    expect(data.body.payout_targets).toMatchObject([
      { kind: 'upi', address: '••••.rao@okbank' },
      { kind: 'bank', address: '••••6789, HDFC0001234', bank_name: 'ASHA RAO' },
    ])
    const { rows } = await app.db.ownerPool.query(
      `select coalesce(string_agg(row::text, ' '), '') as text from (
         select t::text as row from payout_target t union all select a::text from audit_event a
         union all select e::text from email e union all select n::text from notification n) rows`,
    )
    expect(rows[0].text).not.toContain('50100123456789')
    expect(rows[0].text).not.toContain('asha.rao@okbank')
  })

  it.each([
    [{ ...UPI, upi_id: '9876543210' }, 'upi_id'],
    [{ ...BANK, ifsc: 'HDFC' }, 'ifsc'],
    [{ ...BANK, account_number: '12' }, 'account_number'],
    [{ ...UPI, kind: 'card' }, 'kind'],
    [{ ...UPI, upi_id: 'nobody@bank' }, 'upi_id'],
    [{ ...BANK, account_number: '000123456789' }, 'account_number'],
    [{ ...UPI, password: undefined }, 'password'],
    [{ ...UPI, password: 'Wrong@2026' }, 'password'],
    [{ ...UPI, upi_id: 'other@bank' }, 'name_confirmed'],
  ])('%j is refused beside its field', async (body, field) => {
    const asha = await person(app, 'Seller')
    const { status, body: errors } = await setTarget(app, asha, body)
    expect([status, Object.keys(errors)]).toEqual([400, [field]])
    expect((await targetOf(app, asha)).current).toBeNull()
  })

  it('in another name says which, and is taken unverified once that is confirmed', async () => {
    const asha = await person(app, 'Seller')
    const other = { ...UPI, upi_id: 'other@bank' }
    expect((await setTarget(app, asha, other)).body.name_confirmed[0]).toContain('SOMEBODY ELSE')
    const { body } = await setTarget(app, asha, { ...other, name_confirmed: true })
    expect(body.current).toMatchObject({ bank_name: 'SOMEBODY ELSE', verified: false })
  })

  it('is not set while the bank does not answer', async () => {
    const asha = await person(app, 'Seller')
    const { status } = await setTarget(app, asha, { ...UPI, upi_id: 'silent@bank' })
    expect(status).toBe(503)
    expect((await targetOf(app, asha)).current).toBeNull()
  })

  it('of the team there is none', async () => {
    const asha = await person(app, 'Buyer')
    await app.db.ownerPool.query(`update app_user set user_type = 'Admin' where id = $1`, [asha.id])
    expect((await setTarget(app, asha)).status).toBe(403)
  })

  it('goes with the account: its address is erased, that there was one stays', async () => {
    const asha = await person(app, 'Service_Provider')
    await setTarget(app, asha, BANK)
    const { status } = await app.call('POST', '/api/account/delete', {
      token: asha.token,
      body: { password: PASSWORD },
    })
    expect(status).toBe(200)
    const { rows } = await app.db.ownerPool.query(
      `select length(address_sealed) as sealed, address_masked, bank_name, retired_because from payout_target where user_id = $1`,
      [asha.id],
    )
    expect(rows).toEqual([{ sealed: 0, address_masked: '', bank_name: null, retired_because: 'deleted' }])
  })
})

describe('a target waits', () => {
  it('not at all when it is the first, and no deal is open', async () => {
    const asha = await person(app, 'Service_Provider')
    expect(waitOf((await setTarget(app, asha)).body)).toBeLessThanOrEqual(0)
  })

  it('a day when it is changed, and when a deal is open', async () => {
    const asha = await person(app, 'Service_Provider')
    await setTarget(app, asha)
    const changed = (await setTarget(app, asha, BANK)).body
    expect(waitOf(changed)).toBe(DAY_MS)
    // the same again begins no new wait
    await app.advance('PT1H')
    expect((await setTarget(app, asha, BANK)).body.current).toEqual(changed.current)

    const pair = await offerShopping(app)
    await bringTo(app, pair, 'funded')
    expect(waitOf((await setTarget(app, pair.payee)).body)).toBe(DAY_MS)
  })

  it('three days within a week of a new password; and the reset takes the target out', async () => {
    const asha = await person(app, 'Service_Provider')
    await setTarget(app, asha)
    const owner = await resetPassword(app, asha)
    expect((await targetOf(app, owner)).current).toBeNull()
    expect((await mailbox.last(asha)).text).toContain('••••.rao@okbank')
    const again = await setTarget(app, owner, { ...UPI, password: NEW_PASSWORD })
    expect(waitOf(again.body)).toBe(DEFAULT_POLICY.payoutTargetCoolingAfterResetMs)
  })
})

describe('a target that is changed within a week of a new device', () => {
  const HOME = { 'x-forwarded-for': '203.0.113.1', 'x-device-id': 'h'.repeat(43) }
  const AWAY = { 'x-forwarded-for': '198.51.100.9', 'x-device-id': 'a'.repeat(43) }
  const NEXT = { ...HOME, 'x-device-id': 'n'.repeat(43) }
  const away = useApp({ trustedProxies: ['127.0.0.1'] })
  const signIn = async (phone: string, headers: Record<string, string>): Promise<string> => {
    const body = { phone_number: phone, password: PASSWORD }
    return (await away.call('POST', '/api/auth/login', { body, headers })).body.token
  }
  const change = async (token: string, headers: Record<string, string>, account: string) => {
    const body = { ...BANK, account_number: account }
    return waitOf((await away.call('POST', '/api/account/payout-target', { token, headers, body })).body)
  }
  /** Opened at home a month ago, with a target. */
  const settled = async (home: Record<string, string> = HOME) => {
    const asha = await person(away, 'Service_Provider')
    await away.db.ownerPool.query('delete from known_origin where user_id = $1', [asha.id])
    const token = await signIn(asha.phone, home)
    await setTarget(away, { token })
    await away.db.ownerPool.query(
      `update known_origin set first_used_at = first_used_at - interval '30 days' where user_id = $1`,
      [asha.id],
    )
    return { ...asha, token }
  }
  const later = ({ id }: { id: number }) =>
    away.db.ownerPool.query(
      `update known_origin set first_used_at = first_used_at - interval '8 days' where user_id = $1`,
      [id],
    )
  const LONG = DEFAULT_POLICY.payoutTargetCoolingAfterResetMs

  it('waits three days: with a session that was taken along, and after a sign-in there', async () => {
    const asha = await settled()
    expect(await change(asha.token, AWAY, '50100000000001')).toBe(LONG)
    const token = await signIn(asha.phone, AWAY)
    expect(await change(token, AWAY, '50100000000002')).toBe(LONG)
    await later(asha)
    expect(await change(token, AWAY, '50100000000003')).toBe(DAY_MS)
  })

  it('waits a day on the old one; three on another at the same address, and then on the old one too', async () => {
    const asha = await settled()
    expect(await change(asha.token, HOME, '50100000000004')).toBe(DAY_MS)
    expect(await change(asha.token, NEXT, '50100000000005')).toBe(LONG)
    expect(await change(asha.token, { 'x-forwarded-for': '203.0.113.1' }, '50100000000006')).toBe(LONG)
    expect(await change(asha.token, HOME, '50100000000007'), 'it has not signed in').toBe(DAY_MS)
    const token = await signIn(asha.phone, NEXT)
    expect(await change(token, NEXT, '50100000000008')).toBe(LONG)
    expect(await change(asha.token, HOME, '50100000000009')).toBe(LONG)
    await later(asha)
    expect(await change(token, NEXT, '50100000000010')).toBe(DAY_MS)
  })

  it('of an account that no device signs in to is judged by its addresses', async () => {
    const program = await settled({ 'x-forwarded-for': '203.0.113.1' })
    expect(await change(program.token, { 'x-forwarded-for': '203.0.113.1' }, '50100000000011')).toBe(DAY_MS)
    expect(await change(program.token, { 'x-forwarded-for': '198.51.100.9' }, '50100000000012')).toBe(LONG)
  })
})

describe('"this was not me"', () => {
  it('works once from the mail: the target goes, everybody is signed out, payouts stop', async () => {
    const asha = await person(app, 'Service_Provider')
    await setTarget(app, asha)
    const token = await notMeToken(app, asha)
    expect((await pressNotMe(app, token)).status).toBe(200)
    expect((await pressNotMe(app, token)).status).toBe(400)
    expect((await app.call('GET', '/api/auth/user', { token: asha.token })).status).toBe(401)
    const { rows } = await app.db.ownerPool.query(
      `select payouts_frozen_at is not null as frozen, retired_because from app_user u
         join payout_target t on t.user_id = u.id where u.id = $1`,
      [asha.id],
    )
    expect(rows).toEqual([{ frozen: true, retired_because: 'not_me' }])
  })

  it('of an older mail takes out what was set since, and what was set before', async () => {
    const asha = await person(app, 'Service_Provider')
    await setTarget(app, asha)
    const first = await notMeToken(app, asha)
    await setTarget(app, asha, BANK)
    expect((await pressNotMe(app, first)).status).toBe(200)
    const { rows } = await app.db.ownerPool.query(
      'select retired_because from payout_target where user_id = $1 order by created_at, retired_at',
      [asha.id],
    )
    expect(rows.map(({ retired_because }) => retired_because)).toEqual(['not_me', 'not_me'])
  })
})

describe('a stolen session', () => {
  it('guesses the password ten times, then it waits; its owner, in another, does not', async () => {
    const limited = await startApp({ rateLimitFactor: 1 })
    try {
      const asha = await person(limited, 'Service_Provider')
      const guess = async () =>
        (
          await limited.call('POST', '/api/account/delete', {
            token: asha.token,
            body: { password: 'Wrong@2026' },
          })
        ).status
      // the call itself is limited by the minute: another call asks for the same password
      const guessElsewhere = async () =>
        (await setTarget(limited, asha, { ...UPI, password: 'Wrong@2026' })).status
      const statuses = [
        ...(await Promise.all(Array.from({ length: 5 }, guess))),
        ...(await Promise.all(Array.from({ length: 5 }, guessElsewhere))),
      ]
      expect(statuses).toEqual(Array(10).fill(400))
      expect(await guessElsewhere()).toBe(429)
      const owner = await limited.call('POST', '/api/auth/login', {
        body: { phone_number: asha.phone, password: PASSWORD },
      })
      expect((await setTarget(limited, owner.body)).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})
