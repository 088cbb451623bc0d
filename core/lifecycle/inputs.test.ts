/** What each action asks for: the form's fields, and what a route takes and refuses, in the codes of messages/. */
import { describe, expect, it } from 'vitest'
import { COURIERS } from '#core/couriers.ts'
import { fieldsOfIssues } from '#core/errors.ts'
import { fieldsOf, type InputField, inputOf } from './inputs.ts'
import { ACTIONS, type Action } from './transitions.ts'

/** A field as one line: a name, `!` where it must be filled in, its type and its most. */
const lineOf = ({ name, required, type, max }: InputField): string =>
  `${name}${required ? '!' : ''} ${type}${max === undefined ? '' : ` ${max}`}`
const complaint = ['reason! select', 'statement! prose 2000', 'wanted! select', 'file_ids files']
const FORMS: Partial<Record<Action, string[]>> = {
  accept: ['terms_version! hidden', 'rules_accepted! tick'],
  decline: ['reason prose 500'],
  ship: ['courier! select', 'tracking_number! text 60'],
  ship_return: ['courier! select', 'tracking_number! text 60'],
  deliver: ['note! prose 2000', 'file_ids files', 'handover_code text 6'],
  propose_extension: ['due! moment'],
  request_changes: ['note! prose 2000'],
  request_return: ['reason! prose 500'],
  accept_return: ['address prose 300'],
  complain: complaint,
  respond: ['statement! prose 2000', 'file_ids files'],
  propose_split: ['payer_share_paise! paise', 'note prose 500'],
  accept_split: ['offer_id! hidden'],
  decide: ['payer_share_paise! paise', 'at_fault! select', 'reasons! prose 4000'],
}

describe('the form of', () => {
  it.each(ACTIONS)('%s', (action) => {
    for (const track of ['shopping', 'services'] as const)
      expect(fieldsOf(action, track).map(lineOf)).toEqual(FORMS[action] ?? [])
  })
  it('a parcel offers every courier', () => {
    const codes = COURIERS.map(({ code }) => code)
    for (const action of ['ship', 'ship_return'] as const)
      expect(fieldsOf(action, 'shopping')[0]?.options).toEqual(codes)
  })
  it('a decision offers four faults', () => {
    const fault = fieldsOf('decide', 'services').find(({ name }) => name === 'at_fault')
    expect(fault?.options).toEqual(['payer', 'payee', 'both', 'none'])
  })
})

/** Each action with what fills its form in. */
const RIGHT: Partial<Record<Action, Record<string, unknown>>> = {
  accept: { terms_version: 1, rules_accepted: true },
  ship: { courier: 'dtdc', tracking_number: 'D12345678' },
  ship_return: { courier: 'other', tracking_number: 'x' },
  deliver: { note: 'ok' },
  propose_extension: { due: '2026-12-01' },
  request_changes: { note: 'ok' },
  request_return: { reason: 'ok' },
  complain: { reason: 'late', statement: 'ok', wanted: 'redo' },
  respond: { statement: 'ok' },
  propose_split: { payer_share_paise: 0 },
  accept_split: { offer_id: 'o' },
  decide: { payer_share_paise: 0, at_fault: 'none', reasons: 'ok' },
}
const problems = (action: Action, over: Record<string, unknown>) =>
  fieldsOfIssues(inputOf(action).schema.safeParse({ ...RIGHT[action], ...over }).error?.issues ?? [])
const read = (action: Action, over: Record<string, unknown>) =>
  inputOf(action).schema.parse({ ...RIGHT[action], ...over })

describe('what is left out is asked for', () => {
  it.each([
    ['accept', 'terms_version', 'required'],
    ['accept', 'rules_accepted', 'select'],
    ['ship', 'courier', 'select'],
    ['ship', 'tracking_number', 'required'],
    ['deliver', 'note', 'required'],
    ['propose_extension', 'due', 'required'],
    ['request_changes', 'note', 'required'],
    ['request_return', 'reason', 'required'],
    ['complain', 'reason', 'select'],
    ['complain', 'statement', 'required'],
    ['complain', 'wanted', 'select'],
    ['respond', 'statement', 'required'],
    ['propose_split', 'payer_share_paise', 'numbers_only'],
    ['accept_split', 'offer_id', 'required'],
    ['decide', 'payer_share_paise', 'numbers_only'],
    ['decide', 'at_fault', 'select'],
    ['decide', 'reasons', 'required'],
  ] as const)('%s without %s', (action, field, code) => {
    expect(problems(action, {})).toEqual({})
    expect(problems(action, { [field]: undefined })).toEqual({ [field]: [code] })
  })
})

describe('what is wrong is named', () => {
  const long = (length: number) => 'x'.repeat(length)
  it.each([
    ['accept', { terms_version: 1.5 }, ['required']],
    ['accept', { rules_accepted: false }, ['select']],
    ['decline', { reason: long(501) }, ['max:500']],
    ['ship', { courier: 'pigeon' }, ['select']],
    ['ship', { tracking_number: '  ' }, ['required']],
    ['ship', { tracking_number: long(61) }, ['max:60']],
    ['deliver', { note: 'x' }, ['min:2']],
    ['deliver', { note: long(2001) }, ['max:2000']],
    ['deliver', { handover_code: '12345' }, ['handover_code']],
    ['deliver', { handover_code: '1234567' }, ['handover_code']],
    ['deliver', { handover_code: 'a12345' }, ['handover_code']],
    ['request_return', { reason: long(501) }, ['max:500']],
    ['complain', { statement: long(2001) }, ['max:2000']],
    ['complain', { reason: 'bored' }, ['select']],
    ['propose_split', { payer_share_paise: -1 }, ['share']],
    ['propose_split', { payer_share_paise: 0.5 }, ['numbers_only']],
    ['accept_split', { offer_id: '' }, ['required']],
    ['decide', { at_fault: 'team' }, ['select']],
    ['decide', { reasons: long(4001) }, ['max:4000']],
  ] as const)('%s %j', (action, over, codes) => {
    const [field = ''] = Object.keys(over)
    expect(problems(action, over)).toEqual({ [field]: codes })
  })
  it.each(['deliver', 'complain', 'respond'] as const)('%s takes twenty files at most', (action) => {
    const ids = (count: number) => ({ file_ids: Array.from({ length: count }, () => 'a'.repeat(64)) })
    expect(problems(action, ids(20))).toEqual({})
    expect(Object.keys(problems(action, ids(21)))).toEqual(['file_ids'])
    expect(Object.keys(problems(action, { file_ids: ['a'.repeat(65)] }))).toEqual(['file_ids'])
  })
})

describe('what is right is read as it is meant', () => {
  it.each([
    ['ship', { tracking_number: ' d12345678 ' }, { courier: 'dtdc', tracking_number: 'D12345678' }],
    ['ship', { tracking_number: 'd१२३४५६७८' }, { courier: 'dtdc', tracking_number: 'D12345678' }],
    ['ship', { tracking_number: 'x'.repeat(60) }, { courier: 'dtdc', tracking_number: 'X'.repeat(60) }],
    ...(['ship', 'ship_return'] as const).map(
      (action) =>
        [
          action,
          { courier: 'hand', tracking_number: ' Venkat Rao ' },
          { courier: 'hand', tracking_number: 'Venkat Rao' },
        ] as const,
    ),
    ['decline', { reason: '' }, {}],
    ['decline', { reason: ' x ' }, { reason: 'x' }],
    ['deliver', { handover_code: ' 123456 ' }, { note: 'ok', file_ids: [], handover_code: '123456' }],
    ['deliver', { handover_code: '082 075' }, { note: 'ok', file_ids: [], handover_code: '082075' }],
    ['deliver', { handover_code: '082-075' }, { note: 'ok', file_ids: [], handover_code: '082075' }],
    ['deliver', { handover_code: '०८२०७५' }, { note: 'ok', file_ids: [], handover_code: '082075' }],
    ['deliver', { handover_code: ' ' }, { note: 'ok', file_ids: [] }],
    ['deliver', { handover_code: '' }, { note: 'ok', file_ids: [] }],
    ['respond', {}, { statement: 'ok', file_ids: [] }],
    ['propose_split', { note: '' }, { payer_share_paise: 0 }],
    ['propose_extension', {}, { due: Date.parse('2026-12-01T23:59:00+05:30') }],
    ['withdraw', { status: 'released' }, {}],
  ] as const)('%s %j', (action, over, input) => expect(read(action, over)).toEqual(input))
})
