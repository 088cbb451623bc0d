/**
 * content/tax.json: whether the operator is registered, what is said of each fee, and which taxes are withheld from payees.
 * Rates are data, with the day they begin.
 */
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

const tdsRule = z.strictObject({
  from: day,
  /** As the return names it: the law of 2025 has another number for the same. */
  section: z.string().min(1).max(40),
  rate_bp: z.int().min(0).max(4_000),
  rate_without_pan_bp: z.int().min(0).max(4_000),
  threshold_paise: z.int().min(0),
  /** Fourth signs of a PAN. */
  threshold_for: z.array(z.string().regex(/^[A-Z]$/)),
})

const tcsRule = z.strictObject({
  from: day,
  section: z.string().min(1).max(40),
  // even: it is shared by two heads
  rate_bp: z.int().min(0).max(4_000).multipleOf(2),
})

const taxSchema = z
  .strictObject({
    /** Without one the operator charges no GST and their papers are bills of supply. */
    gstin: z.string().refine(isGstin, { error: 'is not a GSTIN' }).nullable().default(null),
    fees: z.strictObject({ commission: feeRules, dispute_fee: feeRules }),
    /** The number under which the operator pays TDS; without one none is withheld. */
    tan: z
      .string()
      .regex(/^[A-Z]{4}\d{5}[A-Z]$/, { error: 'is not a TAN' })
      .nullable()
      .default(null),
    tds: z.array(tdsRule).default([]),
    collects_tcs: z.boolean().default(false),
    tcs: z.array(tcsRule).default([]),
  })
  .refine(({ tan, tds }) => tan === null || tds.length > 0, {
    path: ['tds'],
    error: 'has no rule, and there is a TAN',
  })
  .refine(({ collects_tcs, tcs }) => !collects_tcs || tcs.length > 0, {
    path: ['tcs'],
    error: 'has no rule, and TCS is to be collected',
  })
  .refine(({ collects_tcs, gstin }) => !collects_tcs || gstin !== null, {
    path: ['gstin'],
    error: 'is missing, and TCS is collected under it',
  })
export type TaxSettings = Readonly<z.output<typeof taxSchema>>

/**
 * Never throws: `success` is false, with the issues, for what is no content/tax.json. A name that is not known is an issue
 * too, or a misspelt rule would be no rule and nothing would be withheld.
 */
export const parseTaxSettings = (file: unknown) => taxSchema.safeParse(file)

/** Of the rules of a fee the one that has begun last. Before the first has begun, the first. */
export function feeRuleOn({ fees }: TaxSettings, fee: Fee, onDay: string): FeeRule {
  const rules = oldestFirst(fees[fee])
  const rule = begunOn(rules, onDay) ?? rules[0]
  if (!rule) throw new Error(`no rule for ${fee}`)
  return rule
}

const oldestFirst = <T extends { readonly from: string }>(rules: readonly T[]): T[] =>
  rules.toSorted((one, other) => one.from.localeCompare(other.from))

const begunOn = <T extends { readonly from: string }>(rules: readonly T[], onDay: string): T | undefined =>
  rules.findLast(({ from }) => from <= onDay)

/** What TDS is withheld by on a day. Null: none is, since the operator has no TAN or no rule has begun. */
export const tdsRuleOn = ({ tan, tds }: TaxSettings, onDay: string) =>
  (tan === null ? null : begunOn(oldestFirst(tds), onDay)) ?? null

/** The same of TCS. */
export const tcsRuleOn = ({ collects_tcs, tcs }: TaxSettings, onDay: string) =>
  (collects_tcs ? begunOn(oldestFirst(tcs), onDay) : null) ?? null

/** Where the operator is registered; null without a GSTIN. */
export const supplierState = ({ gstin }: TaxSettings): StateCode | null =>
  gstin === null ? null : stateOfGstin(gstin)
