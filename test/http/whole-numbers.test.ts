/** Fields of digits take digits: what a program sends with something around them is not made into a number for it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { inDays, type Person, person } from '#test/support/people.ts'

const app = useApp()

let people: Record<'Buyer' | 'Seller' | 'Service_Provider', Person>
beforeAll(async () => {
  people = {
    Buyer: await person(app, 'Buyer'),
    Seller: await person(app, 'Seller'),
    Service_Provider: await person(app, 'Service_Provider'),
  }
})

const FORMS = {
  purchase: {
    by: 'Buyer',
    url: '/api/transactions/shopping/',
    body: () => ({
      service_details: 'Phone',
      amount: 5,
      cpty_phone: people.Seller.phone,
      cpty_company: people.Seller.business,
    }),
  },
  work: {
    by: 'Service_Provider',
    url: '/api/transactions/services/',
    body: () => ({
      cpty_full_name: 'Client Person',
      cpty_phone: '9811100005',
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
      date_of_completion: inDays(20),
      other_info: 'Two drafts',
      cancellation_fee: 5,
      amount: 5,
    }),
  },
  link: {
    by: 'Seller',
    url: '/api/links',
    body: () => ({ track: 'shopping', title: 'Kurta', amount: 5, stock: 5, per_buyer: 5 }),
  },
  request: {
    by: 'Seller',
    url: '/api/requests/',
    body: () => ({ service_details: 'Camera', amount: 5, cpty_phone: people.Buyer.phone }),
  },
} as const
type Form = keyof typeof FORMS

const FIELDS: readonly [Form, string][] = [
  ['purchase', 'amount'],
  ['work', 'amount'],
  ['work', 'cancellation_fee'],
  ['link', 'amount'],
  ['link', 'stock'],
  ['link', 'per_buyer'],
  ['request', 'amount'],
]
const BLANKS = [' 5 ', '5\n', ' 5', '5 ', '\t5', '5\r\n', '\u00a05', '5\u200b', '\ufeff5']
const NO_DIGITS = ['+5', '5.0', '5e0', '0x5', '५', '５', true, [5], { value: 5 }]

const send = (form: Form, over: object = {}) => {
  const { by, url, body } = FORMS[form]
  return app.call('POST', url, { token: people[by].token, body: { ...body(), ...over } })
}

describe.each(FIELDS)('%s: %s', (form, field) => {
  it.each([5, '5'])('takes %j', async (value) => {
    expect((await send(form, { [field]: value })).status).toBe(201)
  })
  it.each([...BLANKS, ...NO_DIGITS])('refuses %j beside the field', async (value) => {
    const { status, body } = await send(form, { [field]: value })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })
})
