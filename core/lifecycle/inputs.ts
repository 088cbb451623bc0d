/** What each action asks for. One list serves the route's check, the deal's `actions[].fields` and the form. */
import { z } from 'zod'
import { COURIERS } from '#core/couriers.ts'
import { DISPUTE_REASONS, REMEDIES } from '#core/disputes.ts'
import { momentField, proseField, tickField } from '#core/fields.ts'
import type { Track } from '#core/ids.ts'
import { withLatinDigits } from '#core/locale.ts'
import type { Action } from './transitions.ts'

type FieldType = 'text' | 'prose' | 'select' | 'moment' | 'paise' | 'files' | 'tick' | 'number' | 'hidden'

export interface InputField {
  readonly name: string
  readonly type: FieldType
  readonly required: boolean
  readonly options?: readonly string[]
  readonly max?: number
}

interface ActionInput {
  readonly schema: z.ZodType<Record<string, unknown>>
  readonly fields: readonly InputField[]
}

type FieldSpec = [schema: z.ZodType, type: FieldType, extra?: { options?: readonly string[]; max?: number }]

function input(parts: Record<string, FieldSpec>): ActionInput {
  const shape = Object.fromEntries(Object.entries(parts).map(([name, [schema]]) => [name, schema]))
  const fields = Object.entries(parts).map(([name, [schema, type, extra]]) => ({
    name,
    type,
    required: !schema.safeParse(undefined).success,
    ...extra,
  }))
  return { schema: z.object(shape), fields }
}

/** As people type what was read out to them: in groups, or in the digits of their keyboard. */
const digitsOf = (text: string): string => withLatinDigits(text.replace(/[\s-]/g, ''))

const select = (options: readonly string[]): FieldSpec => [
  z.enum(options as [string, ...string[]], { error: 'select' }),
  'select',
  { options },
]
const prose = (max: number): FieldSpec => [proseField(2, max), 'prose', { max }]
const optionalProse = (max: number): FieldSpec => [
  proseField(1, max)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  'prose',
  { max },
]
const files: FieldSpec = [z.array(z.string().max(64)).max(20).default([]), 'files']
const share: FieldSpec = [z.int({ error: 'numbers_only' }).min(0, { error: 'share' }), 'paise']
const tracking = input({
  courier: select(COURIERS.map((courier) => courier.code)),
  tracking_number: [
    z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(60, { error: 'max:60' }),
    'text',
    { max: 60 },
  ],
})
/** Couriers write their numbers in capitals and the digits of English; by hand it is the name of whoever brings it. */
const parcel: ActionInput = {
  ...tracking,
  schema: tracking.schema.transform(({ courier, tracking_number: number, ...rest }) => ({
    ...{ ...rest, courier },
    tracking_number: courier === 'hand' ? number : withLatinDigits(String(number)).toUpperCase(),
  })),
}

const reasonsFor = (track: Track | 'both') =>
  DISPUTE_REASONS.filter(
    (reason) => reason.track === 'both' || track === 'both' || reason.track === track,
  ).map((reason) => reason.code)

const complain = (track: Track | 'both') =>
  input({
    reason: select(reasonsFor(track)),
    statement: prose(2000),
    wanted: select(REMEDIES.map((remedy) => remedy.code)),
    file_ids: files,
  })

const EMPTY = input({})
const INPUTS: Partial<Record<Action, ActionInput>> = {
  accept: input({
    terms_version: [z.int({ error: 'required' }), 'hidden'],
    rules_accepted: [tickField, 'tick'],
  }),
  decline: input({ reason: optionalProse(500) }),
  ship: parcel,
  ship_return: parcel,
  deliver: input({
    note: prose(2000),
    file_ids: files,
    handover_code: [
      z
        .string()
        .transform(digitsOf)
        .pipe(z.string().regex(/^(?:\d{6})?$/, { error: 'handover_code' }))
        .transform((code) => code || undefined)
        .optional(),
      'text',
      { max: 6 },
    ],
  }),
  propose_extension: input({ due: [momentField, 'moment'] }),
  request_changes: input({ note: prose(2000) }),
  request_return: input({ reason: prose(500) }),
  accept_return: input({ address: optionalProse(300) }),
  complain: complain('both'),
  respond: input({ statement: prose(2000), file_ids: files }),
  propose_split: input({ payer_share_paise: share, note: optionalProse(500) }),
  accept_split: input({
    offer_id: [z.string({ error: 'required' }).min(1, { error: 'required' }), 'hidden'],
  }),
  decide: input({
    payer_share_paise: share,
    at_fault: select(['payer', 'payee', 'both', 'none']),
    reasons: prose(4000),
  }),
}

/** The input of an action: a schema for the route and a list for the form. An action that asks nothing gets `{}`. */
export const inputOf = (action: Action): ActionInput => INPUTS[action] ?? EMPTY

const COMPLAIN_FIELDS = { shopping: complain('shopping').fields, services: complain('services').fields }

/** The form's fields of an action in one track: the reasons offered differ. */
export const fieldsOf = (action: Action, track: Track): readonly InputField[] =>
  action === 'complain' ? COMPLAIN_FIELDS[track] : inputOf(action).fields
