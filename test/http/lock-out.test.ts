/** A stranger with wrong passwords: keeps nobody out, and does not get to guess. Limits as in production. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import {
  accept,
  look,
  offerServices,
  PASSWORD,
  type Person,
  pay,
  person,
  take,
} from '#test/support/people.ts'

const app = useApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] }, 'test')

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}
const newDevice = (): string =>
  Buffer.from(`device-${Math.random()}`.padEnd(32, 'x').slice(0, 32)).toString('base64url')

interface From {
  readonly address: string
  readonly device?: string
}
const headersOf = ({ address, device }: From): Record<string, string> => ({
  'x-forwarded-for': address,
  ...(device ? { 'x-device-id': device } : {}),
})
const signIn = (phone: string, password: string, from: From) =>
  app.call('POST', '/api/auth/login', {
    body: { phone_number: phone, password },
    headers: headersOf(from),
  })

async function wrongTries({ phone }: Person, count: number, from: From): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push((await signIn(phone, `Wrong@${i}000`, from)).status)
  return statuses
}

const home: From = { address: '203.0.113.1', device: newDevice() }
let payer: Person
let payee: Person
let formPk: string

/** Rs 99,999 held, the work claimed without a file, and the payer signed out. */
async function claimed(): Promise<void> {
  const pair = await offerServices(app, { amount: 99_999 })
  ;({ payer, payee, formPk } = pair)
  expect((await signIn(payer.phone, PASSWORD, home)).status).toBe(200)
  await accept(app, pair)
  await pay(app, payer, formPk)
  await app.call('POST', '/api/auth/logout', { token: payer.token })
  await take(app, payee, formPk, 'start')
  await take(app, payee, formPk, 'deliver', { note: 'ok' })
}

const complaint = { reason: 'late', statement: 'There is no file', wanted: 'full_refund' }

describe('the theft: wrong passwords until the money is released', () => {
  it.each([
    [
      'on their own device, away from home',
      (): From => ({ address: newAddress(), device: home.device ?? '' }),
    ],
    [
      'at their own address, in another browser',
      (): From => ({ address: home.address, device: newDevice() }),
    ],
    ['with a new device at a new address', (): From => ({ address: newAddress(), device: newDevice() })],
  ])('the payer signs in %s, and complains in time', async (_, from) => {
    await claimed()
    await wrongTries(payer, 20, { address: newAddress() })
    const { status, body } = await signIn(payer.phone, PASSWORD, from())
    expect(status).toBe(200)
    await take(app, { ...payer, token: body.token }, formPk, 'complain', complaint)
    await app.advance('PT25H')
    expect((await look(app, payee, formPk)).status).toBe('disputed')
  })
  it('not from behind the address of the payer either', async () => {
    await claimed()
    await wrongTries(payer, 25, { address: '192.0.2.77' })
    expect((await signIn(payer.phone, PASSWORD, { ...home, address: '192.0.2.77' })).status).toBe(200)
  })
})

describe('a stranger behind the very address of the owner', () => {
  const failureMails = async ({ email }: Person) =>
    (await new Mailbox(app).all(email)).filter(({ subject }) => /wrong passwords/i.test(subject))

  it('keeps nobody out without a device id, and the owner is told', async () => {
    const owner = await person(app, 'Buyer')
    const from = { address: newAddress() }
    expect((await signIn(owner.phone, PASSWORD, from)).status).toBe(200)
    expect(await wrongTries(owner, 25, from)).toEqual(Array(25).fill(401))
    expect((await signIn(owner.phone, PASSWORD, from)).status).toBe(200)
    expect(await failureMails(owner)).toHaveLength(1)
  })
  it('keeps nobody out by tries of other numbers, which are refused', async () => {
    const [owner, other] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const from = { address: newAddress() }
    expect((await signIn(owner.phone, PASSWORD, from)).status).toBe(200)
    for (let i = 0; i < 20; i += 1) await signIn(`98${i + 10}000000`, 'Wrong@2026', from)
    expect((await signIn(other.phone, PASSWORD, from)).status).toBe(429)
    expect((await signIn(owner.phone, PASSWORD, from)).status).toBe(200)
  })
  it('cannot use up the way past by mail', async () => {
    const owner = await person(app, 'Buyer')
    const headers = headersOf({ address: newAddress() })
    const request = (phone_number: string) =>
      app.call('POST', '/api/auth/sign-in-link', { body: { phone_number }, headers })
    for (let i = 0; i < 15; i += 1) await request(`98${i + 10}000000`)
    expect((await request(owner.phone)).status).toBe(202)
    const mails = await new Mailbox(app).all(owner.email)
    const token = mails.flatMap(({ text }) => /\/sign-in\/([\w-]{43})\b/.exec(text)?.[1] ?? []).at(-1)
    expect(
      (await app.call('POST', '/api/auth/sign-in-link/confirm', { body: { token }, headers })).status,
    ).toBe(200)
  })
  it('tells the owner also when the wrong tries come from their own device', async () => {
    const owner = await person(app, 'Buyer')
    const from = { address: newAddress(), device: newDevice() }
    expect((await signIn(owner.phone, PASSWORD, from)).status).toBe(200)
    await wrongTries(owner, 10, from)
    expect(await failureMails(owner)).toHaveLength(1)
  })
})

describe('guessing', () => {
  it('is slowed down after ten failures from one address, by thirty seconds at the most', async () => {
    const victim = await person(app, 'Buyer')
    const from = { address: newAddress() }
    expect(await wrongTries(victim, 10, from)).toEqual(Array(10).fill(401))
    const refused = await signIn(victim.phone, PASSWORD, from)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(30)
    expect(refused.body.message).toContain(`${seconds} seconds`)
  })
  it('at once is counted exactly', async () => {
    const victim = await person(app, 'Buyer')
    const from = { address: newAddress() }
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => signIn(victim.phone, 'Wrong@2026', from)),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
  })
  it('from many addresses is slowed down for strangers, never for a known device or address', async () => {
    const victim = await person(app, 'Buyer')
    expect((await signIn(victim.phone, PASSWORD, home)).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 8; i += 1) statuses.push(...(await wrongTries(victim, 9, { address: newAddress() })))
    expect(statuses).toContain(429)
    const stranger = await signIn(victim.phone, PASSWORD, { address: newAddress(), device: newDevice() })
    expect(stranger.status).toBe(429)
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(30)
    for (const from of [
      home,
      { address: home.address },
      { address: newAddress(), device: home.device ?? '' },
    ])
      expect((await signIn(victim.phone, PASSWORD, from)).status).toBe(200)
  })
  it('a device that is known to one account is a stranger to another', async () => {
    const [thief, victim] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const from = { address: newAddress(), device: newDevice() }
    expect((await signIn(thief.phone, PASSWORD, from)).status).toBe(200)
    await wrongTries(victim, 10, from)
    expect((await signIn(victim.phone, PASSWORD, from)).status).toBe(429)
  })
  it('right passwords are not counted', async () => {
    const user = await person(app, 'Buyer')
    for (let i = 0; i < 12; i += 1)
      expect((await signIn(user.phone, PASSWORD, { address: '203.0.113.50' })).status).toBe(200)
  })
})

describe('the owner', () => {
  it('is told of failures by mail, once a day', async () => {
    const victim = await person(app, 'Buyer')
    for (let i = 0; i < 4; i += 1) await wrongTries(victim, 8, { address: newAddress() })
    const mails = await new Mailbox(app).all(victim.email)
    expect(mails.filter(({ subject }) => /wrong passwords/i.test(subject))).toHaveLength(1)
  })
  it('finds sign-ins and failures in the audit log, and no password', async () => {
    const victim = await person(app, 'Buyer')
    const from = { address: newAddress() }
    await signIn(victim.phone, 'Wrong@2026', from)
    await signIn('9899999999', 'Wrong@2026', from)
    await signIn(victim.phone, PASSWORD, from)
    const { rows } = await app.db.ownerPool.query(
      "select action, subject_id, actor_id, host(address) as address, after::text from audit_event where action like 'sign_in%' order by id",
    )
    expect(rows.map((row) => [row.action, row.subject_id, row.address])).toEqual([
      ['sign_in_failed', String(victim.id), from.address],
      ['sign_in_failed', null, from.address],
      ['sign_in', String(victim.id), from.address],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Wrong@|Amanat@/)
  })
  it('no address or device is stored as it is', async () => {
    const user = await person(app, 'Buyer')
    await signIn(user.phone, PASSWORD, home)
    const { rows } = await app.db.ownerPool.query("select encode(hash, 'escape') as hash from known_origin")
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(rows)).not.toContain(home.device)
    expect(JSON.stringify(rows)).not.toContain(home.address)
  })
})
