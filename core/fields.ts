/**
 * The field rules of spec §5, once, for forms and routes alike. A rule says what is wrong as a *code*
 * (`text_only`, `max:10`); messages/ holds the words.
 */
import { z } from 'zod'
import { couponNumber } from './charges.ts'
import { type LimitedField, limitOf } from './field-limits.ts'
import { ROLES, type Role } from './roles.ts'
import { DAY_MS, parseMoment } from './time.ts'

/** Zod's own refusals (a missing or mistyped value) speak the same codes. */
const required = { error: 'required' }
const count = (text: string): number => [...text].length

const lengths = (min: number, max: number) => (text: string, context: z.RefinementCtx<string>) => {
  const add = (code: string) => context.addIssue({ code: 'custom', message: code })
  if (text === '') add('required')
  else if (count(text) < min) add(`min:${min}`)
  else if (count(text) > max) add(`max:${max}`)
}

const tidy = z.string(required).transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))
// after a letter of an Indian script, where it changes the shape; elsewhere it is not seen and hides a copied name
const INDIC =
  '[\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]'
// PostgreSQL stores no control characters and no halves of characters; the others turn the words after them around
const UNSHOWABLE = /[^\P{Cc}\t\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu
const TEXT = new RegExp(`^(?:(?=[\\p{L}\\p{M}])${INDIC}[\\u200c\\u200d]?|(?!${INDIC})[\\p{L}\\p{M} ])*$`, 'u')

/** A price could read backwards with them. */
export const withoutUnshowable = (text: string): string => text.replace(UNSHOWABLE, '')

/** Letters of any script with their marks, and spaces; Indian scripts need the joiners, and nobody else. */
export const textField = (min: number, max: number) =>
  tidy.superRefine(lengths(min, max)).refine((text) => TEXT.test(text), { error: 'text_only' })

// what names have beside letters: a person's the initials' dot, an apostrophe and a dash, a business's digits and & too
const PERSON_SIGNS = /[.'’-]/gu
const BUSINESS_SIGNS = /[.'’&0-9-]/gu

const SIGNS = {
  first_name: PERSON_SIGNS,
  last_name: PERSON_SIGNS,
  cpty_full_name: PERSON_SIGNS,
  business_name: BUSINESS_SIGNS,
} as const
const isName = (name: LimitedField): name is keyof typeof SIGNS => name in SIGNS

/** A text of the spec's under the operator's limits, as they are when it is judged. */
export const limitedField = (name: LimitedField) =>
  tidy.superRefine((text, context) => {
    const { min, max, letters } = limitOf(name)
    lengths(min, max)(text, context)
    const add = (code: string) => context.addIssue({ code: 'custom', message: code })
    if (letters === 'text') {
      if (!TEXT.test(text)) add('text_only')
    } else if (isName(name)) {
      const isSigned = !TEXT.test(text.replace(SIGNS[name], '')) || (text !== '' && !/\p{L}/u.test(text))
      if (isSigned) add('name_signs')
    } else if (withoutUnshowable(text) !== text) add('signs')
  })

/** Free prose: notes, statements, reasons. */
export const proseField = (min: number, max: number) =>
  z
    .string(required)
    .transform((text) => withoutUnshowable(text.normalize('NFC').replace(/\r\n?/g, '\n')).trim())
    // of no letters at least: it may be left empty, and made empty again
    .superRefine((text, context) => {
      if (text !== '' || min > 0) lengths(min, max)(text, context)
    })

/** Digits only; a number or a digit string on the wire. Blanks make it another text: `5\n` is no number. */
export const digitsField = (maxDigits: number, read: (value: string | number) => string = String) =>
  z
    .union([z.string(), z.number()], required)
    .transform(read)
    .superRefine((text, context) => {
      const add = (code: string) => context.addIssue({ code: 'custom', message: code })
      if (text === '') add('required')
      else if (!/^\d+$/.test(text)) add('numbers_only')
      else if (text.length > maxDigits) add(`max:${maxDigits}`)
    })
    .transform(Number)

const AMOUNT_DIGITS = 5
// as people here write it; a comma elsewhere may have been meant for a point
const GROUPED = /^\d{1,2}(?:,\d{2})*,\d{3}$/
const ungrouped = (value: string | number): string => {
  const text = String(value)
  return GROUPED.test(text) ? text.replaceAll(',', '') : text
}

/** Whole rupees, five digits at most (spec §5), one at least; `18,500` is 18500. */
export const amountField = digitsField(AMOUNT_DIGITS, ungrouped).refine((value) => !(value < 1), {
  error: 'amount_min',
})

/** A percent of up to three digits, 0-100. */
export const percentField = digitsField(3).refine((value) => !(value > 100), { error: 'percent' })

export const emailField = z
  .string(required)
  .transform((text) => text.trim().toLowerCase())
  .superRefine(lengths(1, 254))
  .refine((text) => z.email().safeParse(text).success, { error: 'email' })

/** Ten digits, the first 6-9; `+91`, a leading 0, spaces, brackets and a dash are accepted and dropped. */
export function normalisePhone(text: string): string | null {
  const bare = text.replace(/[\s()-]/g, '').replace(/^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '')
  return /^[6-9]\d{9}$/.test(bare) ? bare : null
}

export const phoneField = z
  .union([z.string(), z.number()], required)
  .transform((value) => String(value).trim())
  .superRefine((text, context) => {
    if (text === '') context.addIssue({ code: 'custom', message: 'required' })
    else if (normalisePhone(text) === null) context.addIssue({ code: 'custom', message: 'phone' })
  })
  .transform((text) => normalisePhone(text) ?? '')

const PASSWORD_MIN = 8
const PASSWORD_MAX = 20
const PASSWORD = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)(?=.*[^\p{L}\p{M}\p{N}\s]).*$/u

export const passwordField = z.string(required).superRefine((text, context) => {
  const fits = count(text) >= PASSWORD_MIN && count(text) <= PASSWORD_MAX && PASSWORD.test(text)
  if (text === '') context.addIssue({ code: 'custom', message: 'required' })
  else if (!fits) context.addIssue({ code: 'custom', message: 'password' })
})

export const zipField = z
  .string(required)
  .trim()
  .regex(/^[1-9]\d{5}$/, { error: 'zip' })

export const tickField = z.literal(true, { error: 'select' })

/** ISO 8601 or `yyyy/MM/dd HH:mm` in India; to epoch milliseconds. Whether it is past is judged where `now` is known. */
export const momentField = z
  .string(required)
  .superRefine((text, context) => {
    if (text.trim() === '') context.addIssue({ code: 'custom', message: 'required' })
    else if (parseMoment(text) === null) context.addIssue({ code: 'custom', message: 'date' })
  })
  .transform((text) => parseMoment(text) ?? 0)

/** How far ahead a date of a deal may be: money is not held without an end. */
export const FURTHEST_AHEAD_MS = 731 * DAY_MS

/** 2-10 characters ending in 00-50 (spec §9; api). */
export const couponCodeField = z
  .string(required)
  .transform((text) => text.trim().toUpperCase())
  .superRefine(lengths(2, 10))
  .refine((text) => /^[A-Z0-9]+$/.test(text) && couponNumber(text) !== null, { error: 'coupon' })

/** A list of one role, as the spec sends it; a bare role is taken too. */
export const roleField = z.union(
  [z.tuple([z.enum(ROLES)]), z.enum(ROLES).transform((role): [Role] => [role])],
  {
    error: 'select',
  },
)

export const firstNameField = limitedField('first_name')
export const lastNameField = limitedField('last_name')
export const businessNameField = limitedField('business_name')

/** A number or a text; null like what was left out, as programs send it. */
const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))

/** The sign-up form and POST /api/auth/register: a Seller names a business, who is paid names a payment number. */
export const registerFields = z
  .object({
    user_type: roleField,
    first_name: firstNameField,
    last_name: lastNameField,
    email: emailField,
    phone_number: phoneField,
    password: passwordField,
    business_name: optionalText,
    payment_number: optionalText,
  })
  .superRefine((value, context) => {
    const role = value.user_type[0]
    // only a Seller's is kept
    if (role === 'Seller') check(context, 'business_name', businessNameField, value.business_name)
    if (role === 'Seller' || value.payment_number !== '')
      check(context, 'payment_number', phoneField, value.payment_number)
  })
  .transform((value) => ({
    ...value,
    business_name: value.user_type[0] === 'Seller' ? businessNameField.parse(value.business_name) : null,
    payment_number: value.payment_number ? phoneField.parse(value.payment_number) : null,
  }))

function check(context: z.RefinementCtx<unknown>, name: string, field: z.ZodType, value: string): void {
  const parsed = field.safeParse(value)
  for (const issue of parsed.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [name], message: issue.message })
}
