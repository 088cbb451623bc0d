import { describe, expect, it } from 'vitest'
import type { OpenCase } from '#core/contract/dispute-desk.ts'
import { casesOf } from './dispute-queue.ts'

const NOW = Date.parse('2026-12-01T06:00:00Z')
const side = (name: string) => ({ name, wanted: null, offer_paise: null })
const CASE: OpenCase = {
  form_pk: 'AMN-1',
  track: 'shopping',
  product: 'Walnut chair',
  amount_paise: 5_000_00,
  filed_at: '2026-11-20T06:00:00.000Z',
  due_at: '2026-11-30T06:00:00.000Z',
  reason: 'not_received',
  opened_by: 'payer',
  payer: side('Asha Kulkarni'),
  payee: side('Ravi Traders'),
  owner: null,
  proposed: false,
}
const LAMP: OpenCase = {
  ...CASE,
  ...{
    form_pk: 'AMN-2',
    product: 'Brass lamp',
    amount_paise: 90_000_00,
    filed_at: '2026-11-10T06:00:00.000Z',
  },
  ...{ due_at: '2026-12-03T06:00:00.000Z', owner: { name: 'Meera', mine: true }, proposed: true },
}
const LOGO: OpenCase = {
  ...CASE,
  ...{ form_pk: 'AMN-3', product: 'Logo', filed_at: '2026-11-25T06:00:00.000Z', due_at: null },
  ...{ owner: { name: 'Dev', mine: false }, payer: side('Nila') },
}

const productsOf = (query: Partial<Parameters<typeof casesOf>[1]>) =>
  casesOf([CASE, LAMP, LOGO], { search: '', now: NOW, ...query }).map(({ product }) => product)

describe('the queue of disputes', () => {
  it('is all of them, as they came, without a filter and with an unknown one', () => {
    expect(productsOf({})).toEqual(['Walnut chair', 'Brass lamp', 'Logo'])
    expect(productsOf({ state: 'toString', order: 'name' })).toEqual(productsOf({}))
  })
  it.each([
    ['mine', ['Brass lamp']],
    ['free', ['Walnut chair']],
    ['second', ['Brass lamp']],
    ['late', ['Walnut chair']],
  ])('%s', (state, expected) => {
    expect(productsOf({ state })).toEqual(expected)
  })
  it.each([
    ['lamp', ['Brass lamp']],
    [' asha ', ['Walnut chair', 'Brass lamp']],
    ['RAVI', ['Walnut chair', 'Brass lamp', 'Logo']],
    ['amn-3', ['Logo']],
    ['nobody', []],
  ])('finds %j in product, names and number', (search, expected) => {
    expect(productsOf({ search })).toEqual(expected)
  })
  it('orders by amount, the largest first, and by complaint, the oldest first', () => {
    expect(productsOf({ order: '-amount_paise' })).toEqual(['Brass lamp', 'Walnut chair', 'Logo'])
    expect(productsOf({ order: 'filed_at' })).toEqual(['Brass lamp', 'Walnut chair', 'Logo'])
    expect(productsOf({ order: 'filed_at', search: 'l' }).at(-1)).toBe('Logo')
  })
})
