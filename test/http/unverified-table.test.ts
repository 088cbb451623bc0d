/** What an account may do by whether its number is proved (design: rails §5.3), and who ends up with a number. */
import { beforeAll, describe, expect, it } from 'vitest'
import { setTarget, upiOf } from '#test/support/payout-targets.ts'
import { accept, inDays, type Person, person, take } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])
let count = 0
const newPhone = (): string => {
  count += 1
  return String(9_400_000_000 + count)
}
const post = (who: Person | null, path: string, body: unknown = {}) =>
  app.call('POST', path, { ...(who ? { token: who.token } : {}), body })

const offerWork = (who: Person, phone: string) =>
  post(who, '/api/transactions/services/', {
    ...{ cpty_full_name: 'Client Person', cpty_phone: phone, deliverables: 'A logo in three sizes' },
    ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), other_info: 'Two drafts' },
    ...{ cancellation_fee: 10, amount: 20_000, coupon_code: null },
  })
const buy = (who: Person, seller: Person) =>
  post(who, '/api/transactions/shopping/', {
    ...{ service_details: 'Phone', amount: 1500, cpty_phone: seller.phone, cpty_company: seller.business },
  })
async function proved(role: 'Buyer' | 'Seller' | 'Client' | 'Service_Provider'): Promise<Person> {
  const who = await person(app, role)
  await verifyPhone(app, sender, who)
  if (role === 'Service_Provider') await setTarget(app, who, upiOf({ payee: who }))
  return who
}
const unprove = ({ id }: Person) =>
  app.db.ownerPool.query(
    'update app_user set phone_verified_at = null, phone_unchecked = false where id = $1',
    [id],
  )

interface Cast {
  readonly buyer: Person
  readonly seller: Person
  readonly client: Person
  readonly freelancer: Person
  readonly stranger: Person
  /** Open, to the client. */
  readonly offered: string
  /** Accepted by the client, to be paid. */
  readonly agreed: string
}

async function makeCast(): Promise<Cast> {
  const [buyer, seller, client] = [await proved('Buyer'), await proved('Seller'), await proved('Client')]
  const [freelancer, stranger] = [await proved('Service_Provider'), await proved('Service_Provider')]
  const agreed = (await offerWork(stranger, client.phone)).body.form_pk
  await accept(app, {
    payer: client,
    payee: stranger,
    creator: stranger,
    counterparty: client,
    formPk: agreed,
  })
  const offered = (await offerWork(stranger, client.phone)).body.form_pk
  return { buyer, seller, client, freelancer, stranger, offered, agreed }
}

type Attempt = (cast: Cast) => Promise<{ readonly status: number; readonly body: unknown }>
const get = (who: Person, path: string) => app.call('GET', path, { token: who.token })
const TABLE: readonly (readonly [what: string, unproved: number, proved: number, Attempt])[] = [
  ['look at the account', 200, 200, ({ client }) => get(client, '/api/auth/user')],
  ['read the rules', 200, 200, ({ client }) => get(client, '/api/policy')],
  ['change the name', 200, 200, ({ client }) => post(client, '/api/account/profile', { first_name: 'Usha' })],
  ['see a deal of their own', 200, 200, ({ client, agreed }) => get(client, `/api/deals/${agreed}`)],
  ['see an offer', 404, 200, ({ client, offered }) => get(client, `/api/deals/${offered}`)],
  [
    'see it by its link',
    404,
    200,
    ({ client, offered }) => get(client, `/api/transactions/services/?form_pk=${offered}`),
  ],
  ['read its messages', 404, 200, ({ client, offered }) => get(client, `/api/deals/${offered}/messages`)],
  ['make an offer of work', 403, 201, ({ freelancer }) => offerWork(freelancer, newPhone())],
  ['make an offer to buy', 403, 201, async ({ buyer }) => buy(buyer, await proved('Seller'))],
  ['be offered something as a business', 400, 201, async ({ seller }) => buy(await proved('Buyer'), seller)],
  ['set where money goes', 403, 200, ({ freelancer }) => setTarget(app, freelancer)],
  ['pay', 403, 200, ({ client, agreed }) => post(client, `/api/deals/${agreed}/pay`)],
  [
    'accept an offer',
    404,
    200,
    ({ client, offered }) =>
      post(client, `/api/deals/${offered}/accept`, { terms_version: 1, rules_accepted: true }),
  ],
]

describe.each(['unproved', 'proved'] as const)('an %s number', (number) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await makeCast()
    if (number === 'unproved')
      for (const who of [cast.buyer, cast.seller, cast.client, cast.freelancer]) await unprove(who)
  })
  it.each(TABLE)('may %s: %i unproved, %i proved', async (_, unproved, allowed, attempt) => {
    const { status, body } = await attempt(cast)
    expect(status, JSON.stringify(body)).toBe(number === 'unproved' ? unproved : allowed)
    if (status === 403) expect(body).toMatchObject({ code: 'unverified', verify: 'phone' })
  })
  it('is listed among what is offered', async () => {
    const { rows } = await app.db.ownerPool.query(
      `select count(*)::int as count from deal where counterparty_id = $1`,
      [cast.client.id],
    )
    expect(rows[0].count).toBeGreaterThan(0)
    const { body } = await get(cast.client, '/api/deals')
    expect(body.length).toBe(number === 'unproved' ? 1 : 2)
    const shops = await get(
      cast.stranger,
      `/api/auth/sellers/?search=${encodeURIComponent(cast.seller.business)}`,
    )
    expect(shops.body.length).toBe(number === 'unproved' ? 0 : 1)
  })
  it('gets a link to sign in by its phone', async () => {
    const { client } = cast
    await app.db.ownerPool.query('update app_user set email_verified_at = now() where id = $1', [client.id])
    await post(null, '/api/auth/sign-in-link', { phone_number: client.phone })
    const { body } = await app.call('GET', `/api/sandbox/mail?search=${client.email}`)
    const links = body.filter(({ text }: { text: string }) => /\/sign-in\//.test(text))
    expect(links.length).toBe(number === 'unproved' ? 0 : 1)
  })
})

/** Every order of the steps, or a sample of them spread over all. */
function orders<T>(steps: readonly T[]): T[][] {
  if (steps.length === 0) return [[]]
  return steps.flatMap((step, i) => orders(steps.toSpliced(i, 1)).map((rest) => [step, ...rest]))
}
const ALL = orders(['M registers', 'V registers', 'V proves', 'offer 1', 'offer 2', 'offer 3'] as const)
const SAMPLE = process.env.ALL_ORDERS ? ALL : ALL.filter((_, i) => i % 48 === 7)

describe('somebody who registers with another’s number, in every order of what happens', () => {
  it(`${ALL.length} orders, ${SAMPLE.length} of them now: sees nothing, loses it; its owner sees all`, async () => {
    expect(ALL).toHaveLength(720)
    const freelancers = [await proved('Service_Provider'), await proved('Service_Provider')]
    for (const order of SAMPLE) {
      const outcome = await playOrder(order, freelancers)
      expect([order, outcome]).toEqual([order, { seenByM: 0, seenByV: 3, accepted: 'agreed', isMGone: true }])
    }
  }, 600_000)
})

async function playOrder(order: (typeof ALL)[number], freelancers: readonly Person[]) {
  const phone = newPhone()
  const offers: string[] = []
  let M: Person | undefined
  let V: Person | undefined
  let seenByM = 0
  const registerV = async () => {
    V ??= await person(app, 'Client', { phone_number: phone })
    return V
  }
  for (const step of order) {
    if (step === 'M registers') M = await person(app, 'Client', { phone_number: phone })
    else if (step === 'V registers') await registerV()
    else if (step === 'V proves') await verifyPhone(app, sender, await registerV())
    else offers.push((await offerWork(freelancers[offers.length % 2] as Person, phone)).body.form_pk)
    if (M) seenByM += await countSeen(M, offers)
  }
  const owner = await registerV()
  const seenByV = await countSeen(owner, offers)
  const { status } = await take(app, owner, offers[0] ?? '', 'accept', {
    terms_version: 1,
    rules_accepted: true,
  })
  const { rows } = await app.db.ownerPool.query('select phone_verified_at from app_user where id = $1', [
    M?.id,
  ])
  return { seenByM, seenByV, accepted: status, isMGone: rows[0].phone_verified_at === null }
}

async function countSeen(who: Person, offers: readonly string[]): Promise<number> {
  const replies = await Promise.all(offers.map((id) => get(who, `/api/deals/${id}`)))
  return replies.filter(({ status }) => status === 200).length
}

describe('a number that was unchecked while nothing was checked', () => {
  it('takes along what was offered to it when its owner proves it', async () => {
    const phone = newPhone()
    const freelancer = await proved('Service_Provider')
    const M = await person(app, 'Client', { phone_number: phone })
    const { form_pk } = (await offerWork(freelancer, phone)).body
    // as it stands after a start without OTP
    await app.db.ownerPool.query('update app_user set phone_unchecked = true where id = $1', [M.id])
    await app.db.ownerPool.query('update deal set counterparty_id = $1 where id = $2', [M.id, form_pk])
    const V = await person(app, 'Client', { phone_number: phone })
    expect(await countSeen(V, [form_pk])).toBe(0)
    await verifyPhone(app, sender, V)
    expect(await countSeen(V, [form_pk])).toBe(1)
    expect((await take(app, V, form_pk, 'accept', { terms_version: 1, rules_accepted: true })).status).toBe(
      'agreed',
    )
  })
})
