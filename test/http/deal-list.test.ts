/** One's own deals: found by what the list shows of them, and put in another order. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { accept, offerShopping, type Pair, type Person, pay, person, take } from '#test/support/people.ts'

const app = useApp()
let buyer: Person
let seller: Person
const deals = {} as Record<'lamp' | 'table' | 'chair', string>

async function offer(title: string, amount: number, payee = seller): Promise<string> {
  const { status, body } = await app.call('POST', '/api/transactions/shopping/', {
    token: buyer.token,
    body: { service_details: title, amount, cpty_phone: payee.phone, cpty_company: payee.business },
  })
  if (status !== 201) throw new Error(`offering: ${status} ${JSON.stringify(body)}`)
  return body.form_pk
}

beforeAll(async () => {
  buyer = await person(app, 'Buyer')
  seller = await person(app, 'Seller')
  deals.lamp = await offer('Table lamp', 900)
  await app.advance('PT1H')
  deals.table = await offer('Round table', 4000, await person(app, 'Seller'))
  deals.chair = await offer('Chair', 2000)
  await accept(app, {
    payer: buyer,
    payee: seller,
    counterparty: seller,
    creator: buyer,
    formPk: deals.chair,
  } as Pair)
  await offerShopping(app, { service_details: 'Table of others' })
})

async function list(query: string, who = buyer): Promise<string[]> {
  const { status, body, headers } = await app.call('GET', `/api/deals/?${query}`, { token: who.token })
  expect([status, headers['x-total-count']]).toEqual([200, String(body.length)])
  const names = Object.entries(deals)
  return body.map(({ form_pk }: { form_pk: string }) => names.find(([, pk]) => pk === form_pk)?.[0])
}

describe('?search', () => {
  it.each([
    ['part of a title, whatever its case', () => 'TABLE', ['table', 'lamp']],
    ['the key', () => deals.chair, ['chair']],
    ['the other party, as the list names it', () => seller.business.slice(2), ['chair', 'lamp']],
    ['a sign that stands for anything', () => '%', []],
    ['nothing that fits', () => 'zzzzz', []],
    ['spaces alone', () => '  ', ['chair', 'table', 'lamp']],
    ['an apostrophe', () => "' or true --", []],
  ])('finds by %s', async (_, search, expected) => {
    expect(await list(`search=${encodeURIComponent(search())}`)).toEqual(expected)
  })
  it('goes with what is shown', async () => {
    expect(await list('search=table&show=ended')).toEqual([])
    expect(await list('search=table&show=open')).toEqual(['table', 'lamp'])
  })
  it('finds for the other side by who asked, and never what is somebody else’s', async () => {
    const { body } = await app.call('GET', `/api/deals/${deals.lamp}`, { token: seller.token })
    expect(await list(`search=${encodeURIComponent(body.parties.payer.name)}`, seller)).toEqual([
      'chair',
      'lamp',
    ])
    expect(await list('search=round', seller)).toEqual([])
  })
})

describe('?ordering', () => {
  it.each([
    ['created_at', ['lamp', 'table', 'chair']],
    ['-created_at', ['chair', 'table', 'lamp']],
    ['amount', ['lamp', 'chair', 'table']],
    ['-amount', ['table', 'chair', 'lamp']],
    ['due_at', ['chair', 'lamp', 'table']],
  ])('%s', async (ordering, expected) => {
    expect(await list(`ordering=${ordering}`)).toEqual(expected)
  })
  it('names what there is where it knows of none such', async () => {
    for (const ordering of ['nonsense', '-nonsense', 'status'])
      expect(await app.call('GET', `/api/deals/?ordering=${ordering}`, { token: buyer.token })).toMatchObject(
        {
          status: 400,
          body: {
            ordering: ['Order by created_at, amount, due_at; a minus puts the largest first.'],
          },
        },
      )
  })

  it('holds over pages', async () => {
    const amounts: number[] = []
    for (const page of [1, 2, 3]) {
      const path = `/api/deals/?ordering=amount&page_size=1&page=${page}`
      const { body, headers } = await app.call('GET', path, { token: buyer.token })
      expect(headers['x-total-count']).toBe('3')
      amounts.push(...body.map((deal: { amount: number }) => deal.amount))
    }
    expect(amounts).toEqual([900, 2000, 4000])
  })
})

describe('what is held', () => {
  const heldOf = async ({ token }: Person): Promise<number[]> => {
    const { body } = await app.call('GET', '/api/account/held', { token })
    return [body.by_me_paise, body.for_me_paise]
  }
  it('is told to the side that paid and to the side that is to get it, until it ends', async () => {
    expect([await heldOf(buyer), await heldOf(seller)]).toEqual([
      [0, 0],
      [0, 0],
    ])
    await pay(app, buyer, deals.chair)
    expect([await heldOf(buyer), await heldOf(seller)]).toEqual([
      [200_000, 0],
      [0, 200_000],
    ])
    expect(await heldOf(await person(app, 'Buyer'))).toEqual([0, 0])
    await take(app, seller, deals.chair, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, buyer, deals.chair, 'release')
    expect([await heldOf(buyer), await heldOf(seller)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})
