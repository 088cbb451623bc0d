/** Inputs that the contract itself judges or makes one of: what it takes of them, and what it says beside the field. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { changePassword } from './account.ts'
import { createCoupon } from './admin.ts'
import { confirmReset } from './auth.ts'
import { endFreeze, writeOffDebt } from './deal-freezes.ts'
import { DOCUMENTS, document } from './documents.ts'
import { uploadForm } from './files.ts'
import { CALL_OUTCOMES, isOpenAfter } from './leads.ts'
import { changeLink } from './links.ts'
import { setNoticeSettings } from './notifications.ts'
import { confirmSecondFactor, confirmTotp } from './second-factor.ts'
import { bankAccountFields } from './statements.ts'
import { confirmCode } from './verification.ts'

/** What is taken, or what is said beside which field. */
const judged = (schema: z.ZodType, input: unknown): unknown => {
  const { success, data, error } = schema.safeParse(input)
  return success ? data : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('a code', () => {
  it.each([
    ['123456', '123456'],
    [123456, '123456'],
    [' 123 456 ', '123456'],
    ['12345', ['code: code_digits']],
    ['1234567', ['code: code_digits']],
    ['12345a', ['code: code_digits']],
    [null, ['code: required']],
  ])('of a number or an address: %j', (code, expected) => {
    const body = judged(confirmCode.body, { kind: 'phone', code })
    expect(Array.isArray(body) ? body : (body as { code: string }).code).toEqual(expected)
  })
  it.each([
    ['123-456', { code: '123456' }],
    ['12345', ['code: code_digits']],
    ['abcdef', ['code: code_digits']],
    ['1234567', ['code: code_digits']],
  ])('of an app, at its set-up: %j', (code, expected) => {
    expect(judged(confirmTotp.body, { code })).toEqual(expected)
  })
  it.each([
    ['ab12-cd34 ef', { code: 'AB12CD34EF' }],
    ['', ['code: required']],
    ['-', ['code: required']],
    ['x'.repeat(40), { code: 'X'.repeat(40) }],
    ['x'.repeat(41), ['code: required']],
  ])('to get back with: %j', (code, expected) => {
    expect(judged(confirmSecondFactor.body, { code })).toEqual(expected)
  })
})

describe('quiet hours', () => {
  const settings = (from: unknown, until: unknown) =>
    judged(setNoticeSettings.body, { mail: 'all', quiet: { from, until } })
  it.each([
    [21, 8],
    [0, 23],
    [23, 0],
  ])('from %i until %i', (from, until) => {
    expect(settings(from, until)).toEqual({ mail: 'all', quiet: { from, until } })
  })
  it.each([
    [9, 9, ['quiet: select']],
    [-1, 9, ['quiet.from: min:0']],
    [9, 24, ['quiet.until: max:23']],
    ['9', 10, ['quiet.from: number']],
    [9.5, 10, ['quiet.from: number']],
  ])('%j until %j are none', (from, until, messages) => expect(settings(from, until)).toEqual(messages))
  it('may be left out, and the mails are a choice', () => {
    expect(judged(setNoticeSettings.body, { mail: 'turn', quiet: null })).toEqual({
      mail: 'turn',
      quiet: null,
    })
    expect(judged(setNoticeSettings.body, { mail: 'none', quiet: null })).toEqual(['mail: select'])
  })
})

it.each([
  ['2026-11-24', true],
  ['2026-1-24', false],
  ['2026-02-30', false],
  ['24/11/2026', false],
  ['x2026-11-24', false],
  ['2026-11-24x', false],
])('%s is a day of a coupon: %s', (day, isDay) => {
  const messages = judged(createCoupon.body, { code: 'DIWALI25', from: day, until: day })
  const dates = Array.isArray(messages) ? messages.filter((text) => String(text).endsWith(': date')) : []
  expect(dates.length === 0).toBe(isDay)
})

it.each([
  ['a debt is written off', writeOffDebt.body, { amount_paise: 100 }, ' ab '],
  ['a deal goes on', endFreeze.body, { outcome: 'goes_on' }, '  '],
])('why %s is said, and spaces say nothing', (_, body, rest, tooShort) => {
  expect(judged(body, { ...rest, note: ' the bank said so ' })).toEqual({ ...rest, note: 'the bank said so' })
  expect(judged(body, { ...rest, note: tooShort })).toEqual(['note: required'])
})

it('other names of the operator at a bank are kept without the spaces around them', () => {
  const account = { bank: 'HDFC', account: '50200012345678', opening_paise: 0 }
  const names = (own_names: readonly string[]) => judged(bankAccountFields, { ...account, own_names })
  expect(names([' Amanat Services '])).toMatchObject({ own_names: ['Amanat Services'] })
  expect(names(['  A  '])).toHaveLength(1)
})

it('a change of an offer link that changes nothing is refused', () => {
  expect(judged(changeLink.body, {})).toEqual([': required'])
  expect(judged(changeLink.body, { paused: true })).toEqual({ paused: true })
})

it('a new password that is typed another way the second time is told beside the second', () => {
  const typed = { uid: 'u', token: 't', new_password: 'Amanat@2026' }
  expect(judged(confirmReset.body, { ...typed, re_new_password: 'Amanat@2027' })).toEqual([
    're_new_password: passwords_differ',
  ])
  expect(judged(changePassword.body, { password: '', new_password: 'Amanat@2026' })).toEqual([
    'password: required',
  ])
})

it('files are of a kind, and of no other', () => {
  expect(judged(uploadForm, {})).toEqual({ kind: 'other', draft: '0' })
  expect(judged(uploadForm, { kind: 'packing_video', draft: '1' })).toEqual({
    kind: 'packing_video',
    draft: '1',
  })
  expect(judged(uploadForm, { kind: 'nothing', draft: 'yes' })).toEqual(['kind: select', 'draft: select'])
})

it('after two of the outcomes of a call somebody calls again', () => {
  expect(CALL_OUTCOMES.filter(isOpenAfter)).toEqual(['no_answer', 'call_again'])
})

it.each(DOCUMENTS)('the %s is a PDF of its deal, in a language of ours', (name) => {
  const { method, path, access, bytes, query, responses } = document(name)
  expect([method, path, access, bytes]).toEqual([
    ...['GET', `/api/deals/:form_pk/${name}.pdf`, 'user', 'application/pdf'],
  ])
  expect(Object.keys(responses)).toEqual(['404', '409'])
  expect([judged(query, {}), judged(query, { lang: 'hi' })]).toEqual([{}, { lang: 'hi' }])
  expect(judged(query, { lang: 'fr' })).toHaveLength(1)
})
