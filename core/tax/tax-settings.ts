/** content/tax.json: whether the operator is registered, and what is said of each fee. Rates are data, with the day they begin. */
import { z } from 'zod'
import { type Fee, isGstin, stateOfGstin } from './gst.ts'
import type { StateCode } from './states.ts'

const day = z.iso.date()
const sentence = z.string().min(1).max(120)

const feeRule = z.strictObject({
  from: day,
  /** The service accounting code, which a paper must name. */
  sac: z.string().regex(/^\d{6}$/, { error: 'must be six digits' }),
  // even: it is shared by two heads
  rate_bp: z.int().min(0).max(4_000).multipleOf(2),
  description: z.strictObject({ en: sentence, hi: sentence }),
})
type FeeRule = z.output<typeof feeRule>

const feeRules = z.array(feeRule).min(1)

const taxSchema = z.strictObject({
  /** Without one the operator charges no GST and their papers are bills of supply. */
  gstin: z.string().refine(isGstin, { error: 'is not a GSTIN' }).nullable().default(null),
  fees: z.strictObject({ commission: feeRules, dispute_fee: feeRules }),
})
export type TaxSettings = Readonly<z.output<typeof taxSchema>>

export const parseTaxSettings = (file: unknown) => taxSchema.safeParse(file)

/** Of the rules of a fee the one that has begun last. Before the first has begun, the first. */
export function feeRuleOn({ fees }: TaxSettings, fee: Fee, onDay: string): FeeRule {
  const rules = fees[fee].toSorted((one, other) => one.from.localeCompare(other.from))
  const rule = rules.findLast(({ from }) => from <= onDay) ?? rules[0]
  if (!rule) throw new Error(`no rule for ${fee}`)
  return rule
}

/** Where the operator is registered; null without a GSTIN. */
export const supplierState = ({ gstin }: TaxSettings): StateCode | null =>
  gstin === null ? null : stateOfGstin(gstin)
