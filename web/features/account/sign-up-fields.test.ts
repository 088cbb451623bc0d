import { describe, expect, it } from 'vitest'
import {
  roleOfInvitation,
  roleOfLink,
  SIGN_UP_VALUES,
  type SignUpValues,
  signUpBody,
} from './sign-up-fields.ts'

const filled: SignUpValues = {
  ...SIGN_UP_VALUES,
  user_type: 'Seller',
  first_name: 'Ravi',
  business_name: 'Ravi Traders',
  payment_number: '9000000002',
  password: 'Secret#12',
  re_password: 'Secret#12',
  accepted: true,
}

it('an invitation asks for a Seller, and nothing else does', () => {
  const searches = ['?invited=Seller', '?invited=Admin', '?invited=', '']
  expect(searches.map(roleOfInvitation)).toEqual(['Seller', '', '', ''])
})

it.each([
  ['?next=%2Fx&role=Client', 'Client'],
  ['?role=Admin', ''],
  ['?invited=Seller&role=Client', 'Seller'],
  ['', ''],
])('a link %j begins an account as %j', (search, role) => expect(roleOfLink(search)).toBe(role))

describe('signUpBody', () => {
  it.each([
    ['Seller', ['business_name', 'payment_number']],
    ['Service_Provider', ['payment_number']],
    ['Buyer', []],
    ['Client', []],
  ])('has the fields of a %s and no others', (user_type, extra) => {
    const body = signUpBody({ ...filled, user_type })
    expect(body.user_type).toEqual([user_type])
    for (const name of ['business_name', 'payment_number'])
      expect(name in body, name).toBe((extra as string[]).includes(name))
  })

  it('never contains the second password or the tick', () => {
    const body = signUpBody(filled)
    expect(body).not.toHaveProperty('re_password')
    expect(body).not.toHaveProperty('accepted')
  })
})
