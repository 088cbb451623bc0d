/** Fields that an operator has widened, through the spec's own calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPEC_LIMITS, setFieldLimits } from '#core/field-limits.ts'
import { parseFieldLimits } from '#core/limits-file.ts'
import { useApp } from '#test/support/app.ts'
import { look, offerServices, offerShopping, person, take } from '#test/support/people.ts'

const app = useApp()

describe('an installation with wider fields', () => {
  beforeAll(() => {
    const any = (max: number) => ({ max, letters: 'any' })
    const { data } = parseFieldLimits({
      last_name: any(30),
      business_name: any(60),
      service_details: any(60),
      deliverables: any(400),
    })
    setFieldLimits(data ?? SPEC_LIMITS)
  })
  afterAll(() => setFieldLimits(SPEC_LIMITS))

  it('takes the names that people and shops have', async () => {
    const seller = await person(app, 'Seller', {
      last_name: "D'Souza-Rao",
      business_name: 'Sharma & Sons 24x7',
    })
    const buyer = await person(app, 'Buyer')
    const list = await app.call('GET', '/api/auth/sellers/', { token: buyer.token })
    expect(list.body).toContainEqual({ phone_number: seller.phone, business_name: 'Sharma & Sons 24x7' })
    const { status, body } = await app.call('POST', '/api/transactions/shopping/', {
      token: buyer.token,
      body: {
        service_details: 'iPhone 13 (128 GB), 2nd hand',
        amount: 1500,
        cpty_phone: seller.phone,
        cpty_company: 'Sharma & Sons 24x7',
      },
    })
    expect(status).toBe(201)
    const deal = await take(app, seller, body.form_pk, 'accept', { terms_version: 1, rules_accepted: true })
    expect(deal.terms.service_details).toBe('iPhone 13 (128 GB), 2nd hand')
  })

  it('takes deliverables with figures, and a change of them', async () => {
    const pair = await offerServices(app, { deliverables: '5 product photos, 2 reels (1080p).' })
    await take(app, pair.creator, pair.formPk, 'edit', { deliverables: '6 product photos; 2 reels (1080p)' })
    expect((await look(app, pair.payer, pair.formPk)).terms.deliverables).toBe(
      '6 product photos; 2 reels (1080p)',
    )
  })

  it('has one shop of a name, with signs or without', async () => {
    const register = (business_name: string) => person(app, 'Seller', { business_name })
    await register('Mehta & Co 10')
    await expect(register('Mehta Co. 1O')).rejects.toThrow('business_name')
  })

  it('leaves other fields as the spec has them', async () => {
    await expect(person(app, 'Buyer', { first_name: 'Venkatanarayana' })).rejects.toThrow(
      'Maximum length of 10 exceeded!',
    )
    await expect(offerServices(app, { other_info: 'Two 2' })).rejects.toThrow('text only')
  })
})

it('without the file the fields are the spec’s', async () => {
  await expect(offerShopping(app, { service_details: 'iPhone 13' })).rejects.toThrow(
    'This field accept text only.',
  )
})
