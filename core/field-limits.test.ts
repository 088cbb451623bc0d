/** The limits of the spec's fields as data: the spec's by default, widened by an operator and never narrowed. */
import { afterEach, describe, expect, it } from 'vitest'
import { type LimitedField, limitOf, SPEC_LIMITS, setFieldLimits } from './field-limits.ts'
import { fieldProblems } from './field-problems.ts'
import * as f from './fields.ts'
import { parseFieldLimits } from './limits-file.ts'
import { servicesFields, shoppingFields } from './offer-fields.ts'

afterEach(() => setFieldLimits(SPEC_LIMITS))

const widen = (overrides: unknown) => {
  const { data } = parseFieldLimits(overrides)
  if (!data) throw new Error('refused')
  setFieldLimits(data)
}
const problem = (overrides: unknown): string => {
  const issue = parseFieldLimits(overrides).error?.issues[0]
  return `${issue?.path.join('.')}: ${issue?.message}`
}

describe('content/limits.json', () => {
  it('is the spec’s where it says nothing', () => {
    widen({})
    for (const name of Object.keys(SPEC_LIMITS) as LimitedField[])
      expect(limitOf(name)).toEqual(SPEC_LIMITS[name])
    widen({ service_details: { max: 60 } })
    expect(limitOf('service_details')).toEqual({ min: 2, max: 60, letters: 'text' })
    expect(limitOf('deliverables')).toEqual({ min: 2, max: 200, letters: 'text' })
  })

  it.each([
    [{ service_details: { max: 19 } }, 'service_details.max: must be 20 or more: fields can only be widened'],
    [{ service_details: { min: 3 } }, 'service_details.min: must be 2 or less: fields can only be widened'],
    [{ first_name: { min: 0 } }, 'first_name.min: Too small: expected number to be >=1'],
    [{ deliverables: { max: 2001 } }, 'deliverables.max: Too big: expected number to be <=2000'],
    [{ last_name: { max: 20.5 } }, 'last_name.max: Invalid input: expected int, received number'],
    [{ last_name: { max: '20' } }, 'last_name.max: Invalid input: expected number, received string'],
    [{ last_name: { letters: 'all' } }, 'last_name.letters: must be "text" or "any"'],
    [{ last_name: { maximum: 20 } }, 'last_name: Unrecognized key: "maximum"'],
    [{ surname: { max: 20 } }, ': Unrecognized key: "surname"'],
    [{ other_info: 300 }, 'other_info: Invalid input: expected object, received number'],
    [[], ': Invalid input: expected object, received array'],
  ])('refuses %j', (overrides, words) => expect(problem(overrides)).toBe(words))
})

describe('a widened field', () => {
  const WIDE = {
    first_name: { max: 40, letters: 'any' },
    last_name: { max: 40, letters: 'any' },
    business_name: { max: 60, letters: 'any' },
    service_details: { max: 60, letters: 'any' },
    other_info: { max: 300 },
  }
  const { service_details } = shoppingFields.shape
  const { other_info, deliverables } = servicesFields.shape

  it.each([
    ['a person’s name', f.firstNameField, "D'Souza-Rao Jr."],
    ['a long one', f.lastNameField, 'Krishnamurthy'],
    ['a business’s name', f.businessNameField, 'Sharma & Sons 24x7'],
    ['a title', service_details, 'iPhone 13 (128 GB), 2nd hand'],
    ['a title of 60', service_details, 'x'.repeat(60)],
    ['prose of 300 letters', other_info, 'x'.repeat(300)],
  ])('takes %s', (_, field, text) => {
    expect(fieldProblems(field, text)).not.toEqual([])
    widen(WIDE)
    expect(fieldProblems(field, text)).toEqual([])
  })

  it.each([
    ['digits in a person’s name', f.firstNameField, 'R2D2', ['name_signs']],
    ['markup in a person’s name', f.firstNameField, '<b>Asha', ['name_signs']],
    ['a name without a letter', f.firstNameField, "-'-", ['name_signs']],
    ['markup in a business’s name', f.businessNameField, 'Shop <b>', ['name_signs']],
    ['a business without a letter', f.businessNameField, '24', ['name_signs']],
    ['text that is turned around', service_details, 'lamp\u202e005', ['signs']],
    ['61 characters', service_details, 'x'.repeat(61), ['max:60']],
    ['digits where only the length is widened', other_info, 'Two 2', ['text_only']],
    ['what is not widened', deliverables, 'x'.repeat(201), ['max:200']],
  ])('refuses %s', (_, field, text, codes) => {
    widen(WIDE)
    expect(fieldProblems(field, text)).toEqual(codes)
  })
})
