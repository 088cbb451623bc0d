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
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  offered = await offerServices(app, { cpty_phone: '7012345678' })
  agreed = await offerShopping(app)
  await accept(app, agreed)
  await app.db.ownerPool.query(`update app_user set first_name = 'Zoya' where id = $1`, [agreed.payer.id])
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
    ['a business', () => agreed.payee.business.toUpperCase(), () => [agreed.formPk]],
    ['the phone of who offers it', () => offered.payee.phone, () => [offered.formPk]],
    ['the phone it was offered to', () => '70123', () => [offered.formPk]],
    ['what several have, newest first', () => '900', () => [agreed.formPk, offered.formPk]],
    ['no part from the middle', () => 'oya', () => []],
    ['no sign that stands for anything', () => '%', () => []],
  ])('%s', async (_, search, forms) => {
    expect(await find(search())).toEqual(forms())
  })
})
