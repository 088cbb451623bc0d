import { describe, expect, it } from 'vitest'
import { fieldProblems } from './field-problems.ts'
import * as f from './fields.ts'

type Row = [unknown, string[]]
const table = (name: string, field: Parameters<typeof fieldProblems>[0], rows: Row[]) =>
  describe(name, () => {
    it.each(rows)('%j → %j', (value, codes) => {
      expect(fieldProblems(field, value)).toEqual(codes)
    })
  })

table('text 1-10', f.firstNameField, [
  ['Asha', []],
  ['आशा', []],
  ['ಅನನ್ಯ', []],
  ['क्‍षमा', []],
  ['  Asha  ', []],
  ['José', []],
  ['', ['required']],
  [undefined, ['required']],
  ['   ', ['required']],
  ['Asha1', ['text_only']],
  ["D'Souza", ['text_only']],
  ['Abcdefghij', []],
  ['Abcdefghijk', ['max:10']],
  [7, ['required']],
])

table('text 2-20', f.businessNameField, [
  ['A', ['min:2']],
  ['AB', []],
  ['x'.repeat(20), []],
  ['x'.repeat(21), ['max:20']],
])

table('phone', f.phoneField, [
  ['9876543210', []],
  ['98765-43210', []],
  ['+91 98765-43210', []],
  ['09876543210', []],
  ['919876543210', []],
  [9876543210, []],
  ['9123456789', []],
  ['5876543210', ['phone']],
  ['987654321', ['phone']],
  ['98765432101', ['phone']],
  ['98765abcde', ['phone']],
  ['', ['required']],
])

table('amount', f.amountField, [
  ['1500', []],
  [1500, []],
  [99999, []],
  ['100000', ['max:5']],
  ['18,500', []],
  ['9,999', []],
  ['1,00,000', ['max:5']],
  ['18,50', ['numbers_only']],
  ['1,8500', ['numbers_only']],
  ['185,00', ['numbers_only']],
  [',500', ['numbers_only']],
  ['18, 500', ['numbers_only']],
  ['18,500.00', ['numbers_only']],
  ['0', ['amount_min']],
  ['', ['required']],
  ['12.5', ['numbers_only']],
  [12.5, ['numbers_only']],
  ['-5', ['numbers_only']],
  ['1e3', ['numbers_only']],
  ['१५००', ['numbers_only']],
  [' 5 ', ['numbers_only']],
  ['5\n', ['numbers_only']],
  ['\u00a05', ['numbers_only']],
])

table('percent', f.percentField, [
  ['0', []],
  [100, []],
  ['101', ['percent']],
  ['1000', ['max:3']],
  ['x', ['numbers_only']],
  ['10 ', ['numbers_only']],
])

table('email', f.emailField, [
  ['a@b.in', []],
  [' A@B.IN ', []],
  ['a@b', ['email']],
  ['a b@c.in', ['email']],
  ['', ['required', 'email']],
])

table('password', f.passwordField, [
  ['Abcdef1!', []],
  ['Abcdef1!Abcdef1!Abcd', []],
  ['Abcdef1!Abcdef1!Abcde', ['password']],
  ['Abcde1!', ['password']],
  ['abcdef1!', ['password']],
  ['ABCDEF1!', ['password']],
  ['Abcdefg!', ['password']],
  ['Abcdefg1', ['password']],
  ['', ['required']],
])

table('zip', f.zipField, [
  ['411001', []],
  ['011001', ['zip']],
  ['41100', ['zip']],
])

table('coupon code', f.couponCodeField, [
  ['SAVE30', []],
  ['save00', []],
  ['50', []],
  ['SAVE51', ['coupon']],
  ['SAVE', ['coupon']],
  ['ABCDEFGHI30', ['max:10']],
])

table('moment', f.momentField, [
  ['2026/12/01 18:30', []],
  ['2026-12-01T18:30:00+05:30', []],
  ['2026-12-01', []],
  ['next week', ['date']],
  ['2027/02/30 10:00', ['date']],
  ['2027-02-29T10:00:00+05:30', ['date']],
  ['2028-02-29T10:00:00+05:30', []],
  ['2027/13/01 10:00', ['date']],
  ['2027/01/01 24:00', ['date']],
  ['2027-01-01T24:00:00Z', ['date']],
  ['2027-01-01T10:60:00Z', ['date']],
  ['2027-01-01 10:00 tomorrow', ['date']],
  ['2027-01-01T10:00:00.123456Z', []],
  ['', ['required']],
])

describe('register', () => {
  const seller = {
    user_type: ['Seller'],
    first_name: 'Ravi',
    last_name: 'Shah',
    email: 'r@x.in',
    phone_number: '+91 98765-43210',
    password: 'Abcdef1!',
  }
  it('asks a Seller for business name and payment number', () => {
    const parsed = f.registerFields.safeParse(seller)
    expect(parsed.error?.issues.map((i) => i.path[0])).toEqual(['business_name', 'payment_number'])
  })
  it('normalises phones and never takes a team role', () => {
    const parsed = f.registerFields.parse({
      ...seller,
      business_name: 'Ravi Traders',
      payment_number: '098765 43211',
    })
    expect(parsed.phone_number).toBe('9876543210')
    expect(parsed.payment_number).toBe('9876543211')
    expect(f.registerFields.safeParse({ ...seller, user_type: ['Admin'] }).success).toBe(false)
  })
  it('drops a business name that a Buyer sends', () => {
    const parsed = f.registerFields.parse({ ...seller, user_type: ['Buyer'], business_name: 'X Y' })
    expect(parsed.business_name).toBeNull()
  })
})

describe('prose keeps what a database can keep', () => {
  it.each([
    ['a\u0000b', 'ab'],
    ['a\r\nb\rc\td', 'a\nb\nc\td'],
    ['half \ud83d of a sign', 'half  of a sign'],
    ['क्‍षमा 🙂', 'क्‍षमा 🙂'],
  ])('%j → %j', (given, parsed) => {
    expect(f.proseField(1, 50).parse(given)).toBe(parsed)
  })
})
