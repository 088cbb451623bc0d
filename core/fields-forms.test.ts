/** What a field makes of what was typed, and the forms of spec §5 whole. */
import { describe, expect, it } from 'vitest'
import { fieldProblems } from './field-problems.ts'
import * as f from './fields.ts'
import { servicesFields, shoppingFields } from './offer-fields.ts'

describe('is kept as', () => {
  it.each([
    ['a name, without needless spaces', f.firstNameField, '  Asha   Rao ', 'Asha Rao'],
    ['a name, in composed letters', f.firstNameField, 'Jose\u0301', 'Jos\u00e9'],
    ['prose, with its lines', f.proseField(1, 50), ' a\n\n b ', 'a\n\n b'],
    [
      'prose, without what turns words around',
      f.proseField(1, 50),
      'Rs \u202e005\u202c a\u2066b',
      'Rs 005 ab',
    ],
    ['prose that may be left empty', f.proseField(0, 50), '  ', ''],
    ['prose, in composed letters', f.proseField(1, 50), 'e\u0301', '\u00e9'],
    ['prose, a sign outside the first plane counts once', f.proseField(1, 2), '📦📦', '📦📦'],
    ['an amount', f.amountField, '1500', 1500],
    ['a percent', f.percentField, '25', 25],
    ['an email', f.emailField, ' Asha@Example.IN ', 'asha@example.in'],
    ['a phone', f.phoneField, ' +91 (98765) 43-210 ', '9876543210'],
    ['a phone with 0091', f.phoneField, '00919876543210', '9876543210'],
    ['a phone with 91', f.phoneField, '919876543210', '9876543210'],
    ['a phone that begins with 91', f.phoneField, '9198765432', '9198765432'],
    ['a phone with 0', f.phoneField, '09876543210', '9876543210'],
    ['a zip', f.zipField, ' 411001 ', '411001'],
    ['a coupon', f.couponCodeField, ' save30 ', 'SAVE30'],
    ['a moment', f.momentField, '2026/12/01 18:30', Date.parse('2026-12-01T18:30:00+05:30')],
  ] as const)('%s', (_, field, typed, value) => expect(field.parse(typed)).toBe(value))
})

describe('is refused', () => {
  it.each([
    ['a country that is not ours', f.phoneField, '+449876543210', ['phone']],
    ['a country code twice', f.phoneField, '+91919876543210', ['phone']],
    ['0 before nine digits', f.phoneField, '0987654321', ['phone']],
    ['letters around a phone', f.phoneField, 'x9876543210', ['phone']],
    ['a phone that is none', f.phoneField, null, ['required']],
    ['blanks', f.phoneField, '  ', ['required']],
    ['blanks for a moment', f.momentField, '  ', ['required']],
    ['no moment', f.momentField, undefined, ['required']],
    ['no amount', f.amountField, null, ['required']],
    ['blanks for an amount', f.amountField, '  ', ['numbers_only']],
    ['blanks around an amount', f.amountField, ' 1500 ', ['numbers_only']],
    ['letters behind an amount', f.amountField, '15x', ['numbers_only']],
    ['letters before an amount', f.amountField, 'x15', ['numbers_only']],
    ['six digits, zero or not', f.amountField, '000001', ['max:5']],
    ['a rupee less than one', f.amountField, 0, ['amount_min']],
    ['signs in prose that is too long', f.proseField(1, 2), '📦📦📦', ['max:2']],
    ['prose that is too short', f.proseField(2, 5), 'a', ['min:2']],
    ['no prose', f.proseField(1, 5), undefined, ['required']],
    ['prose of spaces', f.proseField(1, 5), ' \n ', ['required']],
    ['an email of 255 signs', f.emailField, `${'a'.repeat(250)}@b.in`, ['max:254']],
    ['no email', f.emailField, 7, ['required']],
    ['a password with a space for a sign', f.passwordField, 'Abcdef1 ', ['password']],
    ['a password with a letter for a sign', f.passwordField, 'Abcdef1é', ['password']],
    ['no password', f.passwordField, undefined, ['required']],
    ['a zip of letters', f.zipField, '4110O1', ['zip']],
    ['a zip with more behind', f.zipField, '4110011', ['zip']],
    ['a zip with more before', f.zipField, 'x411001', ['zip']],
    ['no zip', f.zipField, undefined, ['required']],
    ['a box that is not ticked', f.tickField, false, ['select']],
    ['a coupon of one sign', f.couponCodeField, '5', ['min:2', 'coupon']],
    ['a coupon with a dash', f.couponCodeField, 'SAVE-30', ['coupon']],
    ['no coupon', f.couponCodeField, undefined, ['required']],
  ] as const)('%s', (_, field, typed, codes) => expect(fieldProblems(field, typed)).toEqual(codes))
  it('a password of more than twenty signs, each counted once', () => {
    expect(fieldProblems(f.passwordField, `Aa1!${'📦'.repeat(16)}`)).toEqual([])
    expect(fieldProblems(f.passwordField, `Aa1!${'📦'.repeat(17)}`)).toEqual(['password'])
  })
})

it('a deal may be dated two years ahead and a day', () => {
  expect(f.FURTHEST_AHEAD_MS).toBe(731 * 86_400_000)
})

const person = {
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'a@b.in',
  phone_number: '9876543210',
  password: 'Abcdef1!',
}
const SELLER = {
  ...person,
  user_type: ['Seller'],
  business_name: ' Zari  House ',
  payment_number: '98765 43211',
}
const problemsOf = (schema: Parameters<typeof fieldProblems>[0], value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('to sign up', () => {
  it.each(['Buyer', 'Client', 'Service_Provider'])(
    'a %s names neither business nor payment number',
    (role) => {
      const parsed = f.registerFields.parse({ ...person, user_type: [role] })
      expect(parsed).toMatchObject({ user_type: [role], business_name: null, payment_number: null })
    },
  )
  it('a Seller names both, and they are kept as fields are', () => {
    expect(f.registerFields.parse(SELLER)).toMatchObject({
      business_name: 'Zari House',
      payment_number: '9876543211',
    })
    expect(problemsOf(f.registerFields, { ...SELLER, business_name: '' })).toEqual([
      'business_name: required',
    ])
    expect(problemsOf(f.registerFields, { ...SELLER, business_name: 'X' })).toEqual(['business_name: min:2'])
    expect(problemsOf(f.registerFields, { ...SELLER, payment_number: undefined })).toEqual([
      'payment_number: required',
    ])
  })
  it('a payment number that is given must be one, whoever gives it', () => {
    const freelancer = { ...person, user_type: ['Service_Provider'] }
    expect(problemsOf(f.registerFields, { ...freelancer, payment_number: '123' })).toEqual([
      'payment_number: phone',
    ])
    expect(f.registerFields.parse({ ...freelancer, payment_number: '09876543211' }).payment_number).toBe(
      '9876543211',
    )
  })
  it.each([
    ['Buyer', { business_name: null, payment_number: null }, [null, null]],
    ['Buyer', { business_name: '', payment_number: '' }, [null, null]],
    ['Buyer', { business_name: 'X' }, [null, null]],
    ['Buyer', { business_name: 7 }, [null, null]],
    ['Buyer', { payment_number: 9_876_543_211 }, [null, '9876543211']],
    ['Seller', { business_name: 'Zari', payment_number: 9_876_543_211 }, ['Zari', '9876543211']],
    ['Seller', { business_name: null }, 'business_name: required'],
    ['Seller', { payment_number: null }, 'payment_number: required'],
    ['Seller', { payment_number: 123 }, 'payment_number: phone'],
  ])('a %s with %j', (role, over, expected) => {
    const body = { ...(role === 'Seller' ? SELLER : person), user_type: [role], ...over }
    if (typeof expected === 'string') expect(problemsOf(f.registerFields, body)).toEqual([expected])
    else {
      const { business_name, payment_number } = f.registerFields.parse(body)
      expect([business_name, payment_number]).toEqual(expected)
    }
  })
  it('a role stands alone or in a list of one', () => {
    expect(f.registerFields.parse({ ...person, user_type: 'Buyer' }).user_type).toEqual(['Buyer'])
    for (const user_type of [undefined, [], ['Buyer', 'Seller'], 'Mediator', ['Admin']])
      expect(problemsOf(f.registerFields, { ...person, user_type })).toEqual(['user_type: select'])
  })
  it.each([
    ['first_name', 'Abcdefghijk', 'max:10'],
    ['last_name', '', 'required'],
    ['email', 'a@b', 'email'],
    ['phone_number', '123', 'phone'],
    ['password', 'short', 'password'],
  ])('%s %j', (name, value, code) => {
    expect(problemsOf(f.registerFields, { ...SELLER, [name]: value })).toEqual([`${name}: ${code}`])
  })
})

describe('the buyer’s form', () => {
  const form = {
    service_details: 'Silk saree',
    amount: '1500',
    cpty_phone: '9876543210',
    cpty_company: ' Zari House ',
  }
  it('is read', () => {
    expect(shoppingFields.parse(form)).toEqual({ ...form, amount: 1500, cpty_company: 'Zari House' })
  })
  it.each([
    ['service_details', 'x', 'min:2'],
    ['service_details', 'x'.repeat(21), 'max:20'],
    ['amount', '100000', 'max:5'],
    ['cpty_phone', '1', 'phone'],
    ['cpty_company', ' ', 'select'],
    ['cpty_company', undefined, 'select'],
  ])('%s %j: %s', (name, value, code) => {
    expect(problemsOf(shoppingFields, { ...form, [name]: value })).toEqual([`${name}: ${code}`])
  })
})

describe('the freelancer’s form', () => {
  const form = {
    cpty_full_name: 'Ravi Shah',
    cpty_phone: '9876543210',
    deliverables: 'A logo',
    payment_mode: 'Full Payment',
    date_of_completion: '2026/12/01 18:30',
    other_info: 'None at all',
    cancellation_fee: '25',
    amount: 1500,
  }
  const read = (over: Record<string, unknown> = {}) => servicesFields.parse({ ...form, ...over })
  it('is read', () => {
    expect(read()).toEqual({
      ...form,
      cancellation_fee: 25,
      date_of_completion: Date.parse('2026-12-01T18:30:00+05:30'),
      cpty_email: undefined,
      coupon_code: null,
    })
  })
  it.each([
    ['', null],
    [null, null],
    [undefined, undefined],
    [' Ravi@X.in ', 'ravi@x.in'],
  ])('an e-mail of %j is %j', (cpty_email, email) => expect(read({ cpty_email }).cpty_email).toBe(email))
  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    [7, '7'],
    ['7', '7'],
  ])('a coupon of %j is %j', (coupon_code, id) => expect(read({ coupon_code }).coupon_code).toBe(id))
  it.each([
    ['cpty_full_name', 'x', 'min:2'],
    ['cpty_full_name', 'x'.repeat(21), 'max:20'],
    ['deliverables', 'x', 'min:2'],
    ['deliverables', 'x'.repeat(201), 'max:200'],
    ['other_info', 'x', 'min:2'],
    ['other_info', 'x'.repeat(201), 'max:200'],
    ['payment_mode', 'Milestones', 'payment_mode'],
    ['cancellation_fee', '101', 'percent'],
    ['date_of_completion', 'soon', 'date'],
  ])('%s %j: %s', (name, value, code) => {
    expect(problemsOf(servicesFields, { ...form, [name]: value })).toEqual([`${name}: ${code}`])
  })
})
