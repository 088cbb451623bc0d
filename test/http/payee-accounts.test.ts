/** Accounts of payees at Razorpay: opened step by step, asked about, and each state as its owner sees it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeRazorpay } from '#test/support/fakes/razorpay/server.ts'
import { inDays, type Person, person } from '#test/support/people.ts'
import { useRoute } from '#test/support/route.ts'
import { FakeSender, useVerifyingApp, verifyingSettings, verifyPhone } from '#test/support/verification.ts'

const fake = await new FakeRazorpay().start()
afterAll(() => fake.stop())
const { app, query, submit, accountOf, rowOf, runAccounts, deliver } = useRoute(fake)
beforeEach(async () => {
  await query('update linked_account set next_try_at = null')
  fake.takeEvents()
  fake.faults.length = 0
  fake.calls.length = 0
})

async function submitted(over: object = {}): Promise<Person> {
  const payee = await person(app, 'Seller')
  const { status, body } = await submit(payee, over)
  if (status !== 200) throw new Error(`the account was answered ${status} ${JSON.stringify(body)}`)
  return payee
}
async function reviewed(): Promise<Person> {
  const payee = await submitted()
  await runAccounts()
  return payee
}
const productOf = async (payee: Person): Promise<string> => (await rowOf(payee)).product_id
const stateOf = async (payee: Person) => (await accountOf(payee)).account?.state
const mailsTo = ({ email }: Person) =>
  query(`select subject from email where recipient = $1 order by id`, [email])

describe('what a payee sends', () => {
  test('is needed before anything of it is there', async () => {
    const payee = await person(app, 'Seller')
    expect(await accountOf(payee)).toMatchObject({
      ...{ needed: true, account: null, waits: 'missing' },
      business_types: ['individual', 'proprietorship'],
    })
  })

  test('is in the export of their data, without what is sealed', async () => {
    const payee = await submitted()
    const { body } = await app.call('GET', '/api/account/export', { token: payee.token })
    expect(body.payee_account).toMatchObject([{ provider: 'razorpay', state: 'submitted' }])
    expect(JSON.stringify(body)).not.toMatch(/ABCPS1234K|123456789012/)
    const other = await person(app, 'Seller')
    const theirs = await app.call('GET', '/api/account/export', { token: other.token })
    expect(theirs.body).not.toHaveProperty('payee_account')
  })

  test.each([
    [{ pan: 'ABCCS1234K' }, 'pan'],
    [{ pan: 'ABC' }, 'pan'],
    [{ legal_name: 'R.S.' }, 'legal_name'],
    [{ pin: '011001' }, 'pin'],
    [{ ifsc: 'HDFC' }, 'ifsc'],
    [{ business_type: 'not_yet_registered' }, 'business_type'],
    [{ terms_accepted: false }, 'terms_accepted'],
    [{ password: 'wrong' }, 'password'],
  ])('%j is refused at its field, and nothing is sent', async (over, field) => {
    const payee = await person(app, 'Seller')
    const { status, body } = await submit(payee, over)
    expect([status, Object.keys(body.errors ?? body)]).toEqual([400, [field]])
    expect(await rowOf(payee)).toBeUndefined()
  })

  test('goes there in steps, and its secrets are sealed until it is activated', async () => {
    const payee = await submitted()
    expect(await stateOf(payee)).toBe('submitted')
    const { details_sealed } = await rowOf(payee)
    expect(details_sealed.toString('latin1')).not.toMatch(/ABCPS1234K|123456789012/)
    await runAccounts()
    expect(fake.calls.map((call) => call.replace(/(acc_prd|acc)_\w{14}/g, '$1_'))).toEqual([
      ...['POST /v2/accounts', 'POST /v2/accounts/acc_/stakeholders', 'POST /v2/accounts/acc_/products'],
      'PATCH /v2/accounts/acc_/products/acc_prd_',
    ])
    expect(await accountOf(payee)).toMatchObject({
      account: { state: 'under_review' },
      waits: 'under_review',
    })
    fake.moveProduct(await productOf(payee), { to: 'activated' })
    await deliver()
    await runAccounts()
    expect(await accountOf(payee)).toMatchObject({ account: { state: 'activated' }, waits: 'cooling' })
    expect((await rowOf(payee)).details_sealed).toBeNull()
  })

  test('twice at once is one account, and a second one is refused', async () => {
    const payee = await person(app, 'Seller')
    const answers = await Promise.all([submit(payee), submit(payee)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await submit(payee)).status).toBe(409)
  })
})

describe('what Razorpay says of it', () => {
  test('it may be paid to from the day after', async () => {
    const payee = await reviewed()
    fake.moveProduct(await productOf(payee), { to: 'activated' })
    await runAccounts()
    const { account, now } = await accountOf(payee)
    expect(Date.parse(account.usable_from) - Date.parse(now)).toBeGreaterThan(86_000_000)
    await query(
      `update linked_account set activated_at = activated_at - interval '1 day' where user_id = $1`,
      [payee.id],
    )
    expect((await accountOf(payee)).waits).toBeNull()
    expect(await mailsTo(payee)).toContainEqual({ subject: 'You can be paid now' })
  })

  test('what it asks about its owner corrects, and it is sent again to the same account', async () => {
    const payee = await reviewed()
    const { account_id, product_id } = await rowOf(payee)
    fake.moveProduct(product_id, { to: 'needs_clarification', wanted: ['settlements.ifsc_code', 'kyc.pan'] })
    await deliver()
    await runAccounts()
    expect(await accountOf(payee)).toMatchObject({
      account: { state: 'needs_clarification', wanted: ['settlements.ifsc_code', 'kyc.pan'] },
      waits: 'needs_clarification',
    })
    expect((await submit(payee, { ifsc: 'ICIC0000001', pan: 'ABCPS9999K' })).status).toBe(200)
    await runAccounts()
    expect(await rowOf(payee)).toMatchObject({ account_id, product_id, state: 'under_review' })
    expect(fake.state.find(product_id, 'product').active_configuration.settlements.ifsc_code).toBe(
      'ICIC0000001',
    )
    const [owner] = fake.state.list('stakeholder', (row) => row.account_id === account_id).items
    expect(owner?.kyc).toEqual({ pan: 'ABCPS9999K' })
  })

  test('news of it are asked after at once, and of nobody else’s', async () => {
    const [payee, other] = [await reviewed(), await reviewed()]
    fake.takeEvents()
    const isDue = async ({ id }: { id: number }) =>
      (
        await query('select next_try_at <= clock_timestamp() as due from linked_account where user_id = $1', [
          id,
        ])
      )[0].due
    expect([await isDue(payee), await isDue(other)]).toEqual([false, false])
    fake.moveProduct(await productOf(payee), { to: 'needs_clarification' })
    await deliver()
    expect([await isDue(payee), await isDue(other)]).toEqual([true, false])
  })

  test('a suspended one cannot be paid any more', async () => {
    const payee = await reviewed()
    fake.moveProduct(await productOf(payee), { to: 'activated' })
    await runAccounts()
    fake.moveProduct(await productOf(payee), { to: 'suspended' })
    await query('update linked_account set next_try_at = now() where user_id = $1', [payee.id])
    await runAccounts()
    expect(await accountOf(payee)).toMatchObject({ account: { state: 'refused' }, waits: 'refused' })
  })

  test('its events come late, twice and in any order: how it is now counts', async () => {
    const payee = await reviewed()
    const product = await productOf(payee)
    fake.moveProduct(product, { to: 'needs_clarification' })
    fake.moveProduct(product, { to: 'under_review' })
    fake.moveProduct(product, { to: 'activated' })
    const events = fake.state.events.splice(0)
    fake.state.events.push(...events.toReversed(), ...events)
    await deliver()
    await runAccounts()
    expect(await stateOf(payee)).toBe('activated')
    fake.state.events.push(...events)
    await deliver()
    await runAccounts()
    expect(await stateOf(payee)).toBe('activated')
  })
})

describe('answers that are lost', () => {
  test.each([
    ['the account', /POST \/v2\/accounts$/],
    ['its owner', /stakeholders$/],
    ['the product', /products$/],
    ['the bank account', /PATCH .*products/],
  ])('%s: there is one in the end', async (_name, call) => {
    for (const what of ['500_after', 'reset_after', '500_before'] as const) {
      const payee = await submitted()
      fake.fail(call, what)
      for (let n = 0; n < 3; n += 1) await runAccounts()
      expect(await stateOf(payee)).toBe('under_review')
      const { account_id } = await rowOf(payee)
      const owned = (entity: string) =>
        fake.state.list(entity, (row) => row.account_id === account_id || row.id === account_id).count
      expect([owned('account'), owned('stakeholder'), owned('product')]).toEqual([1, 1, 1])
    }
  })

  test('what Razorpay does not take is its owner’s to correct', async () => {
    const payee = await submitted()
    const other = await person(app, 'Seller')
    await submit(other)
    await query('update app_user set email = $1 where id = $2', [`twin-${other.email}`, other.id])
    await runAccounts()
    // the same email with another number there
    const third = await person(app, 'Seller')
    fake.state.add('acc', 'account', { email: third.email, phone: '9111111111' })
    await submit(third)
    await runAccounts()
    expect(await accountOf(third)).toMatchObject({
      account: { state: 'needs_clarification', wanted: ['email'] },
    })
    expect(await stateOf(payee)).toBe('under_review')
  })
})

const sender = new FakeSender()
const proved = useVerifyingApp([sender], {
  settings: { ...verifyingSettings, provider: 'razorpay', custody: 'psp_hold' },
})
test('an offer of work asks for no target beside it: nothing would ever be sent there', async () => {
  const [payee, payer] = [await person(proved, 'Service_Provider'), await person(proved, 'Client')]
  await verifyPhone(proved, sender, payee)
  const { status } = await proved.call('POST', '/api/transactions/services/', {
    token: payee.token,
    body: {
      ...{ cpty_full_name: 'Client Person', cpty_phone: payer.phone, deliverables: 'A logo', amount: 1_500 },
      ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), other_info: 'Two drafts' },
      ...{ cancellation_fee: 10, coupon_code: null },
    },
  })
  expect(status).toBe(201)
})
