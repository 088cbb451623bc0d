/** What an account may do whose number nobody has proved: it is another's until then. */
import { describe, expect, it } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import { setTarget, targetOf, upiOf } from '#test/support/payout-targets.ts'
import { accept, inDays, look, PASSWORD, type Person, person } from '#test/support/people.ts'
import {
  ask,
  confirm,
  FakeSender,
  useVerifyingApp,
  verifyEmail,
  verifyingSettings,
  verifyPhone,
} from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])

const verified = async (
  ...args: Parameters<typeof person> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const who = await person(app, ...args)
  await verifyPhone(app, sender, who)
  if (args[0] === 'Service_Provider') await setTarget(app, who, upiOf({ payee: who }))
  return who
}
const offer = (payee: Person, phone: string) =>
  app.call('POST', '/api/transactions/services/', {
    token: payee.token,
    body: {
      ...{ cpty_full_name: 'Client Person', cpty_phone: phone, deliverables: 'A logo in three sizes' },
      ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), other_info: 'Two drafts' },
      ...{ cancellation_fee: 10, amount: 20_000, coupon_code: null },
    },
  })

describe('somebody who registers with the number of another', () => {
  it('sees and accepts nothing that names it, and loses it when its owner comes', async () => {
    const freelancer = await verified('Service_Provider')
    const phone = '9876500001'
    const thief = await person(app, 'Client', { phone_number: phone })
    const { form_pk } = (await offer(freelancer, phone)).body
    for (const [method, url, body] of [
      ['GET', `/api/deals/${form_pk}`, undefined],
      ['GET', `/api/transactions/services/?form_pk=${form_pk}`, undefined],
      ['POST', `/api/deals/${form_pk}/accept`, { terms_version: 1, rules_accepted: true }],
      ['POST', `/api/deals/${form_pk}/pay`, {}],
      ['GET', `/api/deals/${form_pk}/messages`, undefined],
    ] as const)
      expect([url, (await app.call(method, url, { token: thief.token, body })).status]).toEqual([url, 404])
    expect((await app.call('GET', '/api/deals', { token: thief.token })).body).toEqual([])

    // the same answer as for a number that nobody has
    const owner = await person(app, 'Client', { phone_number: phone })
    await verifyPhone(app, sender, owner)
    expect((await look(app, owner, form_pk)).status).toBe('proposed')
    expect((await app.call('GET', '/api/auth/user', { token: thief.token })).status).toBe(401)
    const { rows } = await app.db.ownerPool.query(
      'select phone_number, lost_phone_number from app_user where id = $1',
      [thief.id],
    )
    expect(rows).toEqual([{ phone_number: `none-${thief.id}`, lost_phone_number: phone }])
    const pair = {
      payer: owner,
      payee: freelancer,
      creator: freelancer,
      counterparty: owner,
      formPk: form_pk,
    }
    expect((await accept(app, pair)).status).toBe('agreed')
  })

  it('is told nothing about who has it', async () => {
    const owner = await verified('Buyer')
    const known = await app.call('POST', '/api/auth/register', { body: form(owner.phone, owner.email) })
    const unknown = await app.call('POST', '/api/auth/register', {
      body: form('9876500009', 'x9@example.com'),
    })
    expect([known.status, Object.keys(known.body.user)]).toEqual([
      unknown.status,
      Object.keys(unknown.body.user),
    ])
    expect(known.status).toBe(201)
  })
})

const form = (phone_number: string, email: string) => ({
  ...{ phone_number, email, first_name: 'Asha', last_name: 'Rao' },
  ...{ user_type: ['Buyer'], password: PASSWORD },
})

describe('a freelancer without a payout target', () => {
  it('offers nothing, and is told the way on; a buyer needs none', async () => {
    const freelancer = await person(app, 'Service_Provider')
    await verifyPhone(app, sender, freelancer)
    const refused = await offer(freelancer, '9876500003')
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'target_required', verify: 'payout_target' },
    ])
    expect((await targetOf(app, freelancer)).needed).toBe(true)
    await setTarget(app, freelancer, upiOf({ payee: freelancer }))
    expect((await offer(freelancer, '9876500003')).status).toBe(201)
  })

  it('sets none while the number is not proved', async () => {
    const { status, body } = await setTarget(app, await person(app, 'Service_Provider'))
    expect([status, body.code]).toEqual([403, 'unverified'])
  })
})

describe('an unverified account', () => {
  it('offers nothing, and is told the way on', async () => {
    const freelancer = await person(app, 'Service_Provider')
    const { status, body } = await offer(freelancer, '9876500002')
    expect([status, body.code, body.verify]).toEqual([403, 'unverified', 'phone'])
    expect(body.message).toMatch(/Verify your mobile number/)
    const buyer = await person(app, 'Buyer')
    const seller = await verified('Seller')
    const shopping = await app.call('POST', '/api/transactions/shopping/', {
      token: buyer.token,
      body: {
        service_details: 'Phone',
        amount: 1500,
        cpty_phone: seller.phone,
        cpty_company: seller.business,
      },
    })
    expect(shopping.body.code).toBe('unverified')
  })

  it('is no seller to choose', async () => {
    const buyer = await verified('Buyer')
    const seller = await person(app, 'Seller', { business_name: 'Hidden Shop' })
    const list = async () =>
      (await app.call('GET', '/api/auth/sellers/?search=hidden', { token: buyer.token })).body
    expect(await list()).toEqual([])
    const create = () =>
      app.call('POST', '/api/transactions/shopping/', {
        token: buyer.token,
        body: {
          service_details: 'Phone',
          amount: 1500,
          cpty_phone: seller.phone,
          cpty_company: 'Hidden Shop',
        },
      })
    expect(Object.keys((await create()).body)).toEqual(['cpty_company'])
    await verifyPhone(app, sender, seller)
    expect(await list()).toEqual([{ phone_number: seller.phone, business_name: 'Hidden Shop' }])
    expect((await create()).status).toBe(201)
  })

  it('that is in a deal already pays and is paid once the number is proved', async () => {
    const freelancer = await verified('Service_Provider')
    const client = await verified('Client')
    const { form_pk } = (await offer(freelancer, client.phone)).body
    const pair = {
      payer: client,
      payee: freelancer,
      creator: freelancer,
      counterparty: client,
      formPk: form_pk,
    }
    await accept(app, pair)
    await app.db.ownerPool.query('update app_user set phone_verified_at = null where id = $1', [client.id])
    const { status, body } = await app.call('POST', `/api/deals/${form_pk}/pay`, { token: client.token })
    expect([status, body.code]).toEqual([403, 'unverified'])
  })

  it('gets no mail about a deal at an address that may be another’s', async () => {
    const mailbox = new Mailbox(app)
    const freelancer = await verified('Service_Provider')
    const client = await verified('Client')
    await offer(freelancer, client.phone)
    expect(await mailbox.all(client.email)).toEqual([])
    await verifyEmail(app, client)
    await offer(freelancer, client.phone)
    expect((await mailbox.all(client.email)).some(({ text }) => text.includes('A logo in three sizes'))).toBe(
      true,
    )
  })
})

const isVerified = async ({ token }: Person) =>
  (await app.call('GET', '/api/auth/user', { token })).body.phone_verified
const after73Hours = async () => {
  await app.db.ownerPool.query(`update number_claim set ends_at = ends_at - interval '73 hours'`)
  const { settleNumberClaims } = await import('#server/jobs/number-claims.ts')
  await settleNumberClaims({ runInTransaction: app.db.runInTransaction, settings: verifyingSettings })
}

describe('a recycled number', () => {
  const claimed = async (role: 'Buyer' | 'Client' = 'Buyer', before = async (_holder: Person) => {}) => {
    const holder = await verified(role)
    await before(holder)
    await verifyEmail(app, holder)
    const claimant = await person(app, 'Client', { phone_number: holder.phone })
    await ask(app, claimant)
    const { status, body } = await confirm(app, claimant, sender.codeTo(holder.phone))
    expect([status, body.phone_verified]).toEqual([200, false])
    const [mail] = (await app.call('GET', `/api/sandbox/mail?search=${holder.email}`)).body
    return { holder, claimant, token: /object_claim\.([\w-]{43})/.exec(mail.text)?.[1] }
  }
  it('goes to its new owner after three days, and payouts of the old one wait', async () => {
    const { holder, claimant } = await claimed()
    const state = (await app.call('GET', '/api/account/verification', { token: claimant.token })).body
    expect(state.phone.claim_until).toEqual(expect.any(String))
    const held = (await app.call('GET', '/api/account/verification', { token: holder.token })).body
    expect(held.payouts_held_until).toEqual(expect.any(String))
    expect(await isVerified(holder)).toBe(true)
    await after73Hours()
    expect(await isVerified(claimant)).toBe(true)
    expect((await app.call('GET', '/api/auth/user', { token: holder.token })).status).toBe(401)
  })

  it('takes no pending offer along: what was made to the old owner is theirs alone, the next one is the new owner’s', async () => {
    const freelancer = await verified('Service_Provider')
    let before = ''
    const { holder, claimant } = await claimed('Client', async (client) => {
      before = (await offer(freelancer, client.phone)).body.form_pk
      expect((await look(app, client, before)).status).toBe('proposed')
    })
    await after73Hours()
    const statusFor = async (who: Person, formPk: string) =>
      (await app.call('GET', `/api/deals/${formPk}`, { token: who.token })).status
    expect(await statusFor(claimant, before)).toBe(404)
    const accepted = await app.call('POST', `/api/deals/${before}/accept`, {
      token: claimant.token,
      body: { terms_version: 1, rules_accepted: true },
    })
    expect(accepted.status).toBe(404)
    const { form_pk: after } = (await offer(freelancer, holder.phone)).body
    expect(await statusFor(claimant, after)).toBe(200)
  })

  it('stays with its holder, who objects by mail', async () => {
    const { holder, claimant, token } = await claimed()
    const body = { action: 'object_claim', token }
    expect((await app.call('POST', '/api/account/links', { body })).status).toBe(200)
    await after73Hours()
    expect([await isVerified(holder), await isVerified(claimant)]).toEqual([true, false])
  })

  it('once objected to holds no payouts; what a stopped change holds stays held', async () => {
    const heldUntil = async ({ token }: Person) =>
      (await app.call('GET', '/api/account/verification', { token })).body.payouts_held_until
    const object = (token?: string) =>
      app.call('POST', '/api/account/links', { body: { action: 'object_claim', token } })
    const free = await claimed()
    expect((await object(free.token)).status).toBe(200)
    expect(await heldUntil(free.holder)).toBeNull()

    const alarmed = await claimed()
    await app.db.ownerPool.query(
      `insert into contact_change (user_id, kind, old_value, new_value, stopped_at)
       values ($1, 'email', 'old@example.com', 'new@example.com', clock_timestamp() - interval '1 hour')`,
      [alarmed.holder.id],
    )
    expect((await object(alarmed.token)).status).toBe(200)
    const hours = (Date.parse(await heldUntil(alarmed.holder)) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(71)
  })
})

it('a number of a holder whose address was never proved: told in the app, and kept there with the password', async () => {
  const holder = await verified('Buyer')
  const claimant = await person(app, 'Client', { phone_number: holder.phone })
  await ask(app, claimant)
  await confirm(app, claimant, sender.codeTo(holder.phone))
  const mails = (await app.call('GET', `/api/sandbox/mail?search=${holder.email}`)).body
  expect(mails.map(({ text }: { text: string }) => text).join()).not.toContain('object_claim')
  const [notice] = (await app.call('GET', '/api/notices', { token: holder.token })).body
  expect(notice).toMatchObject({ kind: 'number_claimed', form_pk: null, read: false })
  expect(notice.text).toContain(`••••••${holder.phone.slice(-4)}`)
  expect((await app.call('GET', '/api/notices', { token: claimant.token })).body).toEqual([])
  const claimedUntil = async () =>
    (await app.call('GET', '/api/account/verification', { token: holder.token })).body.phone.claimed_until
  expect(await claimedUntil()).toEqual(expect.any(String))
  const keep = (who: Person, password: string) =>
    app.call('POST', '/api/account/phone/keep', { token: who.token, body: { password } })
  expect(Object.keys((await keep(holder, 'Wrong@2026')).body)).toEqual(['password'])
  expect((await keep(claimant, PASSWORD)).status, 'the other side').toBe(409)
  const reply = await keep(holder, PASSWORD)
  expect([reply.status, reply.body.phone.claimed_until, reply.body.payouts_held_until]).toEqual([
    200,
    null,
    null,
  ])
  expect((await keep(holder, PASSWORD)).status).toBe(409)
  const notices = (await app.call('GET', '/api/notices', { token: claimant.token })).body
  expect(notices).toMatchObject([{ kind: 'claim_refused', form_pk: null, read: false }])
  expect(notices[0].text).toContain(`••••••${holder.phone.slice(-4)}`)
  await after73Hours()
  expect([await isVerified(holder), await isVerified(claimant)]).toEqual([true, false])
})
