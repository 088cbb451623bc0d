/**
 * How long the spec's fields of free text are, and which letters they take (spec §5). An operator widens them in
 * content/limits.json and never narrows them: what the spec's calls send is taken everywhere.
 */
export interface FieldLimit {
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

let current: FieldLimits = SPEC_LIMITS

/** Once, when the server or a page starts: every rule of core/fields.ts reads them when it judges a value. */
export function setFieldLimits(limits: FieldLimits): void {
  current = limits
}
/** The spec's until `setFieldLimits` was called: asked for at each value, or a module that was loaded earlier keeps those. */
export const limitOf = (name: LimitedField): FieldLimit => current[name]
