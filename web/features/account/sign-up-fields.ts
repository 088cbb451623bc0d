/** The sign-up form's rules: those of core, for a form in which the role decides which fields there are. */
import type { register } from '#core/contract/auth.ts'
import type { BodyOf } from '#core/contract/endpoint.ts'
import { fieldProblems } from '#core/field-problems.ts'
import {
  businessNameField,
  emailField,
  firstNameField,
  lastNameField,
  passwordField,
  phoneField,
  tickField,
} from '#core/fields.ts'
import { ROLES, type Role } from '#core/roles.ts'
import type { Rules } from '#web/lib/use-fields.ts'

export const SIGN_UP_VALUES = {
  user_type: '',
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  business_name: '',
  payment_number: '',
  password: '',
  re_password: '',
  accepted: false,
}
export type SignUpValues = typeof SIGN_UP_VALUES

export const asksBusiness = (role: string): boolean => role === 'Seller'
/** Payees give a payout number; a freelancer may leave it empty to use the contact number. */
export const asksPayment = (role: string): boolean => role === 'Seller' || role === 'Service_Provider'

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)

/** Of a link that a buyer has sent (`?invited=Seller`); empty without one. */
export const roleOfInvitation = (search: string): 'Seller' | '' =>
  new URLSearchParams(search).get('invited') === 'Seller' ? 'Seller' : ''

/** What an account is opened as to take what the link is about (`?role=Client`), or by an invitation; empty where nothing says. */
export function roleOfLink(search: string): Role | '' {
  const role = new URLSearchParams(search).get('role') ?? ''
  return roleOfInvitation(search) || (isRole(role) ? role : '')
}

/** `tried`: the form was submitted with two different passwords; from then on that is checked while typing (spec §5). */
export const signUpRules = (tried: boolean): Rules<SignUpValues> => ({
  user_type: (value) => (isRole(String(value)) ? [] : ['select']),
  first_name: firstNameField,
  last_name: lastNameField,
  email: emailField,
  phone_number: phoneField,
  business_name: (value, { user_type }) =>
    asksBusiness(user_type) ? fieldProblems(businessNameField, value) : [],
  payment_number: (value, { user_type }) =>
    user_type === 'Seller' || (asksPayment(user_type) && value !== '')
      ? fieldProblems(phoneField, value)
      : [],
  password: passwordField,
  re_password: (value, { password }) => {
    if (value === '') return ['required']
    return tried && value !== password ? ['passwords_differ'] : []
  },
  accepted: tickField,
})

export function signUpBody(values: SignUpValues): BodyOf<typeof register> {
  const { user_type, business_name, payment_number, re_password: _, accepted: __, ...rest } = values
  return {
    ...rest,
    user_type: [user_type as Role],
    ...(asksBusiness(user_type) ? { business_name } : {}),
    ...(asksPayment(user_type) && payment_number ? { payment_number } : {}),
  }
}
