/** The team finds deals by the beginning of what it is told on the phone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import {
  accept,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let team: Person
let offered: Pair
let agreed: Pair
let reference: string
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  offered = await offerServices(app, { cpty_phone: '7012345678' })
  agreed = await offerShopping(app)
  await accept(app, agreed)
  await app.db.ownerPool.query(
    `update app_user set first_name = 'Zoya', last_name = 'Quadri', email = 'zq.1@example.com', payment_number = '8123456789'
      where id = $1`,
    [agreed.payer.id],
  )
  const due = await app.call('POST', `/api/deals/${agreed.formPk}/pay`, { token: agreed.payer.token })
  await app.db.ownerPool.query(`update deal set tracking_number = 'AWB12345678' where id = $1`, [
    agreed.formPk,
  ])
  await app.db.ownerPool.query(
    `insert into payment_claim (pay_in_id, utr, at) values ($1, '630652236221', now())`,
    [due.body.id],
  )
  const { rows } = await app.db.ownerPool.query('select reference from pay_in where id = $1', [due.body.id])
  reference = rows[0].reference
})

async function find(search: string): Promise<string[]> {
  const path = `/api/auth/thirdview/transactions/?search=${encodeURIComponent(search)}`
  const { body, headers } = await app.call('GET', path, { token: team.token })
  expect(headers['x-total-count']).toBe(String(body.length))
  return body.map((deal: { form_pk: string }) => deal.form_pk)
}

describe('finds a deal by', () => {
  it.each([
    ['its form_pk', () => agreed.formPk, () => [agreed.formPk]],
    ['the payer’s phone', () => agreed.payer.phone, () => [agreed.formPk]],
    ['the payee’s phone', () => agreed.payee.phone, () => [agreed.formPk]],
    ['the beginning of a name', () => 'zo', () => [agreed.formPk]],
    ['a whole name', () => 'zoya QUADRI', () => [agreed.formPk]],
    ['a last name', () => 'Quad', () => [agreed.formPk]],
    ['an e-mail', () => 'zq.1@example.com', () => [agreed.formPk]],
    ['a business', () => agreed.payee.business.toUpperCase(), () => [agreed.formPk]],
    ['the phone of who offers it', () => offered.payee.phone, () => [offered.formPk]],
    ['the phone it was offered to', () => '70123', () => [offered.formPk]],
    ['what several have, newest first', () => '900', () => [agreed.formPk, offered.formPk]],
    ['the beginning of what is sold', () => 'PHO', () => [agreed.formPk]],
    ['the number of its parcel', () => 'awb12345678', () => [agreed.formPk]],
    ['the reference of its payment', () => reference.toLowerCase(), () => [agreed.formPk]],
    ['the number of a transfer that its payer names', () => '630652236221', () => [agreed.formPk]],
    ['no part of such a number', () => '63065223622', () => []],
    ['no part from the middle', () => 'oya', () => []],
    ['no sign that stands for anything', () => '%', () => []],
  ])('%s', async (_, search, forms) => {
    expect(await find(search())).toEqual(forms())
  })
})

it('says whose turn it is, and until when', async () => {
  const { body } = await app.call('GET', `/api/auth/thirdview/transactions/?search=${agreed.formPk}`, {
    token: team.token,
  })
  expect(body).toMatchObject([{ status: 'agreed', whose_move: ['payer'], due_at: expect.any(String) }])
})

describe('finds a person by the beginning of', () => {
  const people = async (search: string): Promise<number[]> => {
    const path = `/api/auth/thirdview/users/?search=${encodeURIComponent(search)}`
    const { body, headers } = await app.call('GET', path, { token: team.token })
    expect(headers['x-total-count']).toBe(String(body.length))
    return body.map(({ id }: { id: number }) => id)
  }
  it.each([
    ['a number', () => agreed.payer.phone],
    ['the number they are paid at', () => '81234'],
    ['a whole name', () => 'Zoya Quadri'],
    ['a first name', () => 'ZO'],
    ['a last name', () => 'quad'],
    ['an e-mail', () => 'ZQ.1@'],
  ])('%s', async (_, search) => {
    expect(await people(search())).toEqual([agreed.payer.id])
  })
  it('a business, and by no part from the middle', async () => {
    expect(await people(agreed.payee.business.toUpperCase())).toEqual([agreed.payee.id])
    expect([await people('uadri'), await people('_')]).toEqual([[], []])
  })
})

describe('orders people by', () => {
  const people = async (ordering: string) =>
    (
      await app.call('GET', `/api/auth/thirdview/users/?ordering=${ordering}&page_size=100`, {
        token: team.token,
      })
    ).body
  it('nothing that it does not know, and says what there is', async () => {
    expect((await people('-password_hash')).ordering[0]).toContain('id, first_name, last_name')
  })

  it.each([
    ['first_name', (row: Record<string, string>) => `${row.first_name} ${row.last_name}`.toLowerCase()],
    ['last_name', (row: Record<string, string>) => row.last_name?.toLowerCase()],
    ['email', (row: Record<string, string>) => row.email],
    ['phone_number', (row: Record<string, string>) => row.phone_number],
  ] as const)('%s, both ways, each of them once', async (field, of) => {
    const up = await people(field)
    expect(up.length).toBeGreaterThan(3)
    expect(up.map(of)).toEqual(up.map(of).toSorted())
    expect((await people(`-${field}`)).toReversed()).toEqual(up)
  })
})
