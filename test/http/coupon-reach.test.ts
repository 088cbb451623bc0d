/** Whom a coupon is for: everybody, named people, or a number of uses; the last use goes to one. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { inDays, type Person, person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
let client: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  client = await person(app, 'Client')
})

const create = (body: object) => app.call('POST', '/api/admin/coupons', { token: admin.token, body })
const codesOf = async (who: Person): Promise<string[]> =>
  (await app.call('GET', '/api/transactions/coupons/', { token: who.token })).body.map(
    ({ code }: { code: string }) => code,
  )
const isUsable = async (who: Person, code: string) =>
  (await app.call('GET', `/api/transactions/use-coupon?coupon_code=${code}`, { token: who.token })).body ===
  'Coupon applied successfully!'
const offer = (who: Person, couponId: string | null) =>
  app.call('POST', '/api/transactions/services/', {
    token: who.token,
    body: {
      cpty_full_name: 'Client Person',
      cpty_phone: client.phone,
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
      date_of_completion: inDays(20),
      other_info: 'Two drafts',
      cancellation_fee: 10,
      amount: 20_000,
      coupon_code: couponId,
    },
  })

describe('a coupon', () => {
  it('of everybody is listed to everybody', async () => {
    const [first, second] = [await person(app, 'Service_Provider'), await person(app, 'Service_Provider')]
    expect((await create({ code: 'ALL10' })).status).toBe(201)
    for (const who of [first, second])
      expect([(await codesOf(who)).includes('ALL10'), await isUsable(who, 'all10')]).toEqual([true, true])
  })
  it('that the list leaves out, being so long, is found by its code', async () => {
    const holder = await person(app, 'Service_Provider')
    expect((await create({ code: 'FIRST10' })).status).toBe(201)
    await app.db.ownerPool.query(
      `insert into coupon (code, created_by) select 'MANY' || n || '10', $1 from generate_series(100, 199) n`,
      [admin.id],
    )
    expect(await codesOf(holder)).not.toContain('FIRST10')
    const { body } = await app.call('GET', '/api/transactions/coupons/?coupon_code=first10', {
      token: holder.token,
    })
    expect(body).toEqual([{ id: expect.any(String), code: 'FIRST10' }])
    await app.db.ownerPool.query(`delete from coupon where code like 'MANY%'`)
  })
  it('of named people is theirs, and nothing to others', async () => {
    const [holder, other] = [await person(app, 'Service_Provider'), await person(app, 'Service_Provider')]
    const { status, body } = await create({ code: 'MINE00', phone_numbers: [holder.phone] })
    expect(status).toBe(201)
    expect([(await codesOf(holder)).includes('MINE00'), await isUsable(holder, 'MINE00')]).toEqual([
      true,
      true,
    ])
    expect([(await codesOf(other)).includes('MINE00'), await isUsable(other, 'MINE00')]).toEqual([
      false,
      false,
    ])
    const refused = await offer(other, body.id)
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['coupon_code']])
    expect((await offer(holder, body.id)).status).toBe(201)
  })
  it('is not made for somebody who could not use it', async () => {
    for (const phone of [client.phone, '9888877777'])
      expect((await create({ code: 'NOT00', phone_numbers: [phone] })).body).toHaveProperty('phone_numbers')
    expect((await create({ code: 'NOT00', max_uses: 0 })).status).toBe(400)
  })
  it('of one use goes to one of many at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person(app, 'Service_Provider')))
    const { body } = await create({ code: 'ONCE05', max_uses: 1 })
    const statuses = await Promise.all(people.map(async (who) => (await offer(who, body.id)).status))
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(400)])
    for (const who of people) expect(await codesOf(who)).not.toContain('ONCE05')
  })
  it('is there again when its offer came to nothing, and an edit keeps it', async () => {
    const [first, second] = [await person(app, 'Service_Provider'), await person(app, 'Service_Provider')]
    const { body } = await create({ code: 'BACK05', max_uses: 1 })
    const current = await offer(first, body.id)
    expect((await offer(second, body.id)).status).toBe(400)
    const terms = { ...current.body, coupon_code: body.id, amount: 21_000, payment_mode: 'Full Payment' }
    const edited = await take(app, first, current.body.form_pk, 'edit', terms)
    expect(edited.terms).toMatchObject({ coupon_code: body.id })
    await take(app, first, current.body.form_pk, 'withdraw')
    expect((await offer(second, body.id)).status).toBe(201)
  })
})

describe('the time of a coupon', () => {
  it('counts from its first day to the end of its last, and an offer that has it keeps it', async () => {
    const who = await person(app, 'Service_Provider')
    const dayIn = (days: number) =>
      new Date(Date.now() + days * 86_400_000 + 19_800_000).toISOString().slice(0, 10)
    const { status, body } = await create({ code: 'TIME05', from: dayIn(1), until: dayIn(2) })
    expect([status, body.from, body.uses]).toEqual([201, `${dayIn(1)}T00:00:00.000+05:30`, 0])
    expect([await isUsable(who, 'TIME05'), (await offer(who, body.id)).status]).toEqual([false, 400])
    await app.advance('P1D')
    const current = await offer(who, body.id)
    expect([await isUsable(who, 'TIME05'), current.status]).toEqual([true, 201])
    await app.advance('P2D')
    expect([await isUsable(who, 'TIME05'), (await offer(who, body.id)).status]).toEqual([false, 400])
    const terms = { ...current.body, coupon_code: body.id, amount: 21_000, payment_mode: 'Full Payment' }
    expect((await take(app, who, current.body.form_pk, 'edit', terms)).terms.coupon_code).toBe(body.id)
    expect((await create({ code: 'PAST05', until: '2020-01-01' })).body).toHaveProperty('until')
    expect((await create({ code: 'PAST05', from: '2099-01-02', until: '2099-01-01' })).body).toHaveProperty(
      'until',
    )
    expect((await create({ code: 'PAST05', from: '2099-02-30' })).body).toHaveProperty('from')
  })
  it('that is stopped is given to nobody, until it counts again', async () => {
    const who = await person(app, 'Service_Provider')
    const { body } = await create({ code: 'STOP10', phone_numbers: [who.phone] })
    const change = (off: boolean) =>
      app.call('POST', `/api/admin/coupons/${body.id}`, { token: admin.token, body: { off } })
    expect((await change(true)).body.off_at).toEqual(expect.any(String))
    expect([await codesOf(who), await isUsable(who, 'STOP10')]).toEqual([
      expect.not.arrayContaining(['STOP10']),
      false,
    ])
    expect((await offer(who, body.id)).status).toBe(400)
    await change(true)
    expect((await change(false)).body).toMatchObject({ off_at: null, people: [{ id: who.id }], uses: 0 })
    expect((await offer(who, body.id)).status).toBe(201)
    const { rows } = await app.db.ownerPool.query(
      `select after from audit_event where action = 'coupon_changed' and subject_id = $1 order by id`,
      [body.id],
    )
    expect(rows.map(({ after }) => after.off)).toEqual([true, false])
    const list = await app.call('GET', '/api/admin/coupons', { token: admin.token })
    expect(list.body.find(({ code }: { code: string }) => code === 'STOP10')).toMatchObject({
      ...{ uses: 1, max_uses: null, off_basis_points: 400 },
    })
  })
})
