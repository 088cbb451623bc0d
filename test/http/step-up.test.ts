/** What moves money or rights asks for the second factor again; who of the team may call what. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { accept, offerShopping, PASSWORD, type Person, pay, take, teammate } from '#test/support/people.ts'
import { type Enrolled, earlier, enrol, isRefused, showSecondFactor } from '#test/support/second-factor.ts'
import { COMPLAINT } from '#test/support/stages.ts'
import { useVerifyingApp } from '#test/support/verification.ts'

const app = useApp()
/** Numbers and addresses are checked, and can be changed. */
const checking = useVerifyingApp([])
let admin: Person
let mediator: Person
let enrolled: Enrolled
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  mediator = await teammate(app, 'Mediator')
  enrolled = await enrol(app, admin.token)
})

const addCoupon = (who: Person, code: string) =>
  app.call('POST', '/api/admin/coupons', { token: who.token, body: { code } })

describe('the second factor of the last 15 minutes', () => {
  it('is asked for before a coupon, and the same call works once it was shown', async () => {
    expect((await addCoupon(admin, 'STEP10')).status).toBe(201)
    await earlier(app, admin, 'second_factor_at', '14 minutes')
    expect((await addCoupon(admin, 'STEP11')).status).toBe(201)
    await earlier(app, admin, 'second_factor_at', '2 minutes')
    const refused = await addCoupon(admin, 'STEP12')
    expect([refused.status, refused.body.code, refused.body.second_factor]).toEqual([
      403,
      'second_factor',
      'confirm',
    ])
    expect((await app.call('GET', '/api/admin/coupons', { token: admin.token })).status).toBe(200)
    await showSecondFactor(app, admin, enrolled)
    expect((await addCoupon(admin, 'STEP12')).status).toBe(201)
  })

  it('is asked for before a dispute is decided; until then nothing has moved', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await pay(app, pair.payer, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'ship', {
      courier: 'delhivery',
      tracking_number: '12345678901',
    })
    await take(app, pair.payer, pair.formPk, 'complain', COMPLAINT)
    await new Mailbox(app).toMediation(pair)
    const decide = () =>
      app.call('POST', `/api/deals/${pair.formPk}/decide`, {
        token: admin.token,
        body: { payer_share_paise: 0, at_fault: 'none', reasons: 'Both are right' },
      })
    await earlier(app, admin, 'second_factor_at', '16 minutes')
    expect(isRefused(await decide())).toBe(true)
    expect((await app.call('GET', `/api/deals/${pair.formPk}`, { token: admin.token })).body.status).toBe(
      'mediation',
    )
    await showSecondFactor(app, admin, enrolled)
    expect((await decide()).status).toBe(200)
    expect(await app.verify()).toEqual([])
  })

  it('is asked for before the team’s own number or email is changed', async () => {
    const other = await teammate(checking, 'Mediator')
    const second = await enrol(checking, other.token)
    const change = async (path: string, body: object) =>
      checking.call('POST', path, { token: other.token, body: { ...body, password: PASSWORD } })
    const changes = [
      ['/api/account/phone', { phone_number: '9411100001' }],
      ['/api/account/email', { email: 'moved@example.com' }],
    ] as const
    await earlier(checking, other, 'second_factor_at', '16 minutes')
    for (const [path, body] of changes) expect(isRefused(await change(path, body)), path).toBe(true)
    await showSecondFactor(checking, other, second)
    for (const [path, body] of changes) expect((await change(path, body)).status, path).toBe(200)
  })

  it('is asked for before a payout is sent again or let go', async () => {
    const other = await teammate(app, 'Admin')
    await enrol(app, other.token)
    await earlier(app, other, 'second_factor_at', '16 minutes')
    const calls = [
      'payouts/x/resend',
      'payouts/x/release-hold',
      'payouts/x/outcome',
      'payout-outcomes/x/confirm',
      'payout-outcomes/x/reject',
      'payouts/x/target',
      'payout-target-proposals/x/confirm',
      'payout-target-proposals/x/withdraw',
      `users/${mediator.id}/payouts/unfreeze`,
      `users/${mediator.id}/role`,
    ]
    for (const path of calls) {
      const { status, body } = await app.call('POST', `/api/admin/${path}`, { token: other.token, body: {} })
      expect([path, status, body.code]).toEqual([path, 403, 'second_factor'])
    }
  })

  it('is not asked of whoever has none, where it is only offered', async () => {
    const other = await teammate(app, 'Admin')
    expect((await addCoupon(other, 'STEP20')).status).toBe(201)
  })
})

describe('Admin and Mediator', () => {
  it.each([
    ['GET', '/api/auth/thirdview/users', false],
    ['GET', '/api/auth/thirdview/transactions', true],
    ['GET', '/api/admin/coupons', false],
    ['POST', '/api/admin/coupons', false],
    ['POST', '/api/admin/users/9/role', false],
    ['GET', '/api/admin/leads', false],
    ['DELETE', '/api/admin/leads/1', false],
    ['GET', '/api/admin/audit', false],
    ['GET', '/api/admin/audit.csv', false],
    ['GET', '/api/admin/overview', true],
    ['GET', '/api/admin/grievances', true],
  ] as const)('%s %s: a Mediator may: %s', async (method, url, may) => {
    const body = method === 'POST' ? { code: 'MEDIATOR10' } : undefined
    const { status } = await app.call(method, url, { token: mediator.token, body })
    expect(status === 403).toBe(!may)
    expect((await app.call(method, url, { token: admin.token, body })).status).not.toBe(403)
  })
})
