/**
 * How long the spec's fields of free text are, and which letters they take (spec §5). An operator widens them in
 * content/limits.json and never narrows them: what the spec's calls send is taken everywhere.
 */
import { z } from 'zod'

interface FieldLimit {
  readonly min: number
  readonly max: number
  /** `text`: letters and spaces. `any`: every sign in a description, those of names in a name. */
  readonly letters: 'text' | 'any'
}

const text = (min: number, max: number): FieldLimit => ({ min, max, letters: 'text' })

export const SPEC_LIMITS = {
  first_name: text(1, 10),
  last_name: text(1, 10),
  business_name: text(2, 20),
  cpty_full_name: text(2, 20),
  service_details: text(2, 20),
  deliverables: text(2, 200),
  other_info: text(2, 200),
} as const satisfies Readonly<Record<string, FieldLimit>>
export type LimitedField = keyof typeof SPEC_LIMITS
export type FieldLimits = Readonly<Record<LimitedField, FieldLimit>>

/** More than this breaks the lists and documents that show it. */
const LONGEST = 2000

const widened = (spec: FieldLimit) =>
  z
    .strictObject({
      min: z
        .int()
        .min(1)
        .max(spec.min, { error: `must be ${spec.min} or less: fields can only be widened` }),
      max: z
        .int()
        .min(spec.max, { error: `must be ${spec.max} or more: fields can only be widened` })
        .max(LONGEST),
      letters: z.enum(['text', 'any'], { error: 'must be "text" or "any"' }),
    })
    .partial()
    .transform((limit): FieldLimit => ({ ...spec, ...definedOf(limit) }))
    .prefault({})

/** `min: undefined` in a program's own object is no limit. */
const definedOf = (limit: object): Partial<FieldLimit> =>
  Object.fromEntries(Object.entries(limit).filter(([, value]) => value !== undefined))

const limitsSchema = z.strictObject({
  first_name: widened(SPEC_LIMITS.first_name),
  last_name: widened(SPEC_LIMITS.last_name),
  business_name: widened(SPEC_LIMITS.business_name),
  cpty_full_name: widened(SPEC_LIMITS.cpty_full_name),
  service_details: widened(SPEC_LIMITS.service_details),
  deliverables: widened(SPEC_LIMITS.deliverables),
  other_info: widened(SPEC_LIMITS.other_info),
})

/** Reads an operator's limits over the spec's. */
export const parseFieldLimits = (overrides: unknown) => limitsSchema.safeParse(overrides)

let current: FieldLimits = SPEC_LIMITS

/** Once, when the server or a page starts: every rule of core/fields.ts reads them when it judges a value. */
export function setFieldLimits(limits: FieldLimits): void {
  current = limits
}
export const limitOf = (name: LimitedField): FieldLimit => current[name]
