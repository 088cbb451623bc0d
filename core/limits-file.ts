/** content/limits.json: where an operator's fields are wider than the spec's. Apart from the limits: pages need no check. */
import { z } from 'zod'
import { type FieldLimit, SPEC_LIMITS } from './field-limits.ts'

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
