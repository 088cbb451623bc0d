/** A supplier or a recipient as a paper names them, and what a person says of themselves for it. */
import { z } from 'zod'
import { isGstin, stateOfGstin } from './gst.ts'
import { isStateCode, type StateCode } from './states.ts'
import { isPan, panOfGstin } from './withholding.ts'

export interface PaperParty {
  readonly name: string
  /** Empty where nobody has said it. */
  readonly address: string
  readonly pin: string | null
  readonly state: StateCode | null
  readonly gstin: string | null
}

const textField = (longest: number) =>
  z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required' })
    .max(longest, { error: `max:${longest}` })

/** Field by field, for the form. */
export const taxDetailFields = {
  name: textField(120),
  address: textField(300),
  pin: z
    .string({ error: 'required' })
    .trim()
    .regex(/^[1-9]\d{5}$/, { error: 'pin' }),
  state: z.string({ error: 'required' }).refine(isStateCode, { error: 'select' }),
  gstin: z
    .string()
    .trim()
    .toUpperCase()
    .nullish()
    .transform((text) => text || null)
    .refine((text) => text === null || isGstin(text), { error: 'gstin' }),
  /** Asked for where tax is withheld from what people earn. */
  pan: z
    .string()
    .trim()
    .toUpperCase()
    .nullish()
    .transform((text) => text || null)
    .refine((text) => text === null || isPan(text), { error: 'pan' }),
}

/** What a paper needs of its recipient. Who is registered lives, for the tax, in the State of their GSTIN. */
export const taxDetailsFields = z
  .object(taxDetailFields)
  .refine(({ gstin, state }) => gstin === null || stateOfGstin(gstin) === state, {
    path: ['state'],
    error: 'gstin_state',
  })
  .refine(({ gstin, pan }) => gstin === null || pan === null || panOfGstin(gstin) === pan, {
    path: ['pan'],
    error: 'gstin_pan',
  })
