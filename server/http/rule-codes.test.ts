/** Fields whose schemas name no code: their readers are told what is wrong all the same. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldText } from '#messages/error-text.ts'
import { ruleCodeOf } from './rule-codes.ts'

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: ruleCodeOf }).error?.issues[0]?.message

it.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.string(), undefined, 'Please fill this in.'],
  ['nothing where one of some is asked', z.enum(['a']), null, 'Please fill this in.'],
  ['no word', z.string().trim().min(1), '  ', 'Please fill this in.'],
  ['none of a list', z.array(z.int()).min(1), [], 'Please fill this in.'],
  ['too short a text', z.string().min(3), 'ab', 'Minimum 3 characters is required.'],
  ['too long a text', z.string().max(5), 'abcdef', 'Maximum length of 5 exceeded!'],
  ['a number for a text', z.string(), 5, 'This field accept text only.'],
  ['a word that is none of them', z.enum(['a']), 'b', 'Please select a value'],
  ['a number beyond its limits', z.int().max(5), 6, 'Please check this field.'],
  ['too many', z.array(z.int()).max(1), [1, 2], 'Please check this field.'],
  ['no number', z.int(), 'x', 'Please check this field.'],
  ['another form', z.string().regex(/x/), 'y', 'Please check this field.'],
])('%s', (_, schema, value, text) => {
  const code = messageOf(schema, value)
  expect(code && fieldText(code, 'en')).toBe(text)
})

it('what the schema says itself stays', () => {
  expect(messageOf(z.string().min(1, { error: 'phone' }), '')).toBe('phone')
})
