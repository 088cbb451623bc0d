/** Whoever has only typed a number or an address learns nothing by an export, and wipes nothing by leaving. */
import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, person } from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyEmail, verifyPhone } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])
let victim: Person
let seller: Person
let buyer: Person

const waitingFor = (phone: string) => ({ service_details: 'Lamp', amount: 900, cpty_phone: phone })
const listed = async (path: string, { token }: Person) =>
  (await app.call('GET', path, { token })).body.length as number
const grievancesIn = async ({ token }: Person) =>
  (await app.call('GET', '/api/account/export', { token })).body.grievances.length as number
/** Registered with what belongs to the victim, proved by nobody. */
const stranger = (over: { phone_number?: string; email?: string }) => person(app, 'Buyer', over)
const leave = async ({ token }: Person) =>
  (await app.call('POST', '/api/account/delete', { token, body: { password: PASSWORD } })).status

beforeAll(async () => {
  victim = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
  buyer = await person(app, 'Buyer')
  for (const who of [victim, seller, buyer]) await verifyPhone(app, sender, who)
  await verifyEmail(app, victim)
  const { status } = await app.call('POST', '/api/grievances', {
    body: { name: 'Asha', email: victim.email, subject: 'Private', message: 'What nobody else is to read.' },
  })
  expect(status).toBe(201)
})

describe('an address that is only typed', () => {
  it('gives nobody the grievances that were filed with it', async () => {
    const typed = await stranger({ email: victim.email })
    expect([await grievancesIn(typed), await grievancesIn(victim)]).toEqual([0, 1])
  })
  it('leaves the copies of mails to it alone', async () => {
    await app.runJobs()
    const mails = async (): Promise<{ id: number; subject: string }[]> =>
      (
        await app.db.ownerPool.query('select id, subject from email where recipient = $1 order by id', [
          victim.email,
        ])
      ).rows
    const before = await mails()
    expect(before.length).toBeGreaterThan(0)
    expect(await leave(await stranger({ email: victim.email }))).toBe(200)
    expect((await mails()).slice(0, before.length)).toEqual(before)
  })
  it('that has passed on leaves the copies of mails of the account that had it', async () => {
    const email = 'passed-on@example.com'
    const [first, next] = [await stranger({ email }), await stranger({ email })]
    await app.query(
      `insert into email (key, user_id, recipient, subject, at, sent_at)
       select 'passed-on:' || id, id, $1, 'A deal', now(), now() from unnest($2::bigint[]) id`,
      [email, [first.id, next.id]],
    )
    await app.query(`update app_user set email = 'first@example.com' where id = $1`, [first.id])
    await verifyEmail(app, next)
    expect(await leave(next)).toBe(200)
    const copies = `select user_id::int as id, subject from email where key like 'passed-on:%' order by user_id`
    expect(await app.query(copies)).toEqual([
      { id: first.id, subject: 'A deal' },
      { id: next.id, subject: '' },
    ])
  })
  it('is mailed nothing of an account that goes; one that was proved is', async () => {
    const owner = await person(app, 'Buyer')
    await verifyEmail(app, owner)
    const goodbyes = async (): Promise<number> => {
      await app.runJobs()
      const { rowCount } = await app.db.ownerPool.query(
        `select from email where recipient = $1 and key like 'account-deleted:%'`,
        [owner.email],
      )
      return rowCount ?? 0
    }
    expect(await leave(await stranger({ email: owner.email }))).toBe(200)
    expect(await goodbyes()).toBe(0)
    expect(await leave(owner)).toBe(200)
    expect(await goodbyes()).toBe(1)
  })
})

describe('a number that is only typed', () => {
  it('wipes nothing that waits for its owner', async () => {
    const request = { token: seller.token, body: waitingFor(victim.phone) }
    expect((await app.call('POST', '/api/requests', request)).status).toBe(201)
    const unknown = `98${victim.phone.slice(2)}`
    const invitation = { token: buyer.token, body: waitingFor(unknown) }
    expect((await app.call('POST', '/api/invites', invitation)).status).toBe(201)
    await app.call('POST', '/api/leads', { body: { name: 'Asha', phone_number: unknown } })
    const waiting = async () => [
      await listed('/api/requests', victim),
      await listed('/api/invites', buyer),
      (await app.db.ownerPool.query('select from lead where phone_number = $1', [unknown])).rowCount,
    ]
    const before = await waiting()
    expect(before.slice(0, 2)).toEqual([1, 1])
    for (const phone of [victim.phone, unknown])
      expect(await leave(await stranger({ phone_number: phone }))).toBe(200)
    expect(await waiting()).toEqual(before)
  })
})
