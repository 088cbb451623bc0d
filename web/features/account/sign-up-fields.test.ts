import { describe, expect, it } from 'vitest'
import { SIGN_UP, type SignUp, signUpBody } from './sign-up-fields.ts'

const filled: SignUp = {
  ...SIGN_UP,
  user_type: 'Seller',
  first_name: 'Ravi',
  business_name: 'Ravi Traders',
  payment_number: '9000000002',
  password: 'Secret#12',
  re_password: 'Secret#12',
  accepted: true,
}

describe('what sign-up sends', () => {
  it.each([
    ['Seller', ['business_name', 'payment_number']],
    ['Service_Provider', ['payment_number']],
    ['Buyer', []],
    ['Client', []],
  ])('%s', (user_type, extra) => {
    const body = signUpBody({ ...filled, user_type })
    expect(body.user_type).toEqual([user_type])
    for (const name of ['business_name', 'payment_number'])
      expect(name in body, name).toBe((extra as string[]).includes(name))
  })

  it('never carries the second password or the tick', () => {
    const body = signUpBody(filled)
    expect(body).not.toHaveProperty('re_password')
    expect(body).not.toHaveProperty('accepted')
  })
})
