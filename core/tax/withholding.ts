/**
 * Tax that is withheld from what a payee earns and paid to the State in their name: TDS of the Income-tax Act (old section
 * 194-O) and TCS of the CGST Act (section 52). Amounts in paise, rates in basis points; each tax is rounded to the paisa, half up.
 */
import { minusPaise, type Paise, paise, shareOf, ZERO } from '#core/money.ts'

export const WITHHELD_TAXES = ['tds', 'tcs'] as const
export type WithheldTax = (typeof WITHHELD_TAXES)[number]

/** Why it is not the usual rate of the whole. */
export const WITHHOLDING_REASONS = ['below_threshold', 'no_pan'] as const
export type WithholdingReason = (typeof WITHHOLDING_REASONS)[number]

const PAN = /^[A-Z]{3}[ABCFGHJKLPT][A-Z]\d{4}[A-Z]$/
/** By its shape alone, in capitals: whether anybody has it is not known here. */
export const isPan = (text: string): boolean => PAN.test(text)

/** The fourth sign of a PAN: P a person, H a family, C a company, F a firm. */
const kindOfPan = (pan: string): string => pan.charAt(3)

/** A GSTIN has the PAN of its owner in it. */
export const panOfGstin = (gstin: string): string => gstin.slice(2, 12)

export interface TaxedPayee {
  readonly pan: string | null
  readonly gstin: string | null
}
/** As it was told, or out of the GSTIN. Null without both, and the higher rate is withheld. */
export const knownPan = ({ pan, gstin }: TaxedPayee): string | null =>
  pan ?? (gstin === null ? null : panOfGstin(gstin))

export interface TdsRule {
  readonly rate_bp: number
  /** Who has told no PAN. */
  readonly rate_without_pan_bp: number
  /** What a payee earns in a financial year free of it. */
  readonly threshold_paise: number
  /** Whose PAN, by its fourth sign, has the threshold; everybody else pays from the first rupee. */
  readonly threshold_for: readonly string[]
}

/** Of the payee's financial year, before this release. */
export interface YearSoFar {
  readonly earnedPaise: Paise
  /** Of that, what tax was computed of. */
  readonly taxedPaise: Paise
}

export interface Earned {
  /** What the payee earns of the deal, before our commission. */
  readonly grossPaise: Paise
  /** What they are paid of it: no tax takes more. */
  readonly mostPaise: Paise
}

export interface Withheld {
  readonly basePaise: Paise
  readonly rateBasisPoints: number
  readonly taxPaise: Paise
  readonly reason: WithholdingReason | null
}

/**
 * Below the threshold none. The release that goes above it is taxed with all of the year that was not: the law frees a year
 * that stays below, not its first part. Without a PAN there is no threshold, and the higher rate is of this release alone.
 */
export function tdsOn(
  rule: TdsRule,
  pan: string | null,
  { earned, year }: { earned: Earned; year: YearSoFar },
): Withheld {
  if (pan === null)
    return limited(earned, { basePaise: earned.grossPaise, rate: rule.rate_without_pan_bp, reason: 'no_pan' })
  const total = paise(year.earnedPaise + earned.grossPaise)
  const hasThreshold = rule.threshold_for.includes(kindOfPan(pan))
  if (hasThreshold && total <= rule.threshold_paise)
    return {
      basePaise: ZERO,
      rateBasisPoints: rule.rate_bp,
      taxPaise: ZERO,
      reason: 'below_threshold',
    }
  return limited(earned, { basePaise: minusPaise(total, year.taxedPaise), rate: rule.rate_bp, reason: null })
}

interface Taxed {
  readonly basePaise: Paise
  readonly rate: number
  readonly reason: WithholdingReason | null
}

/** What does not fit into this release stays untaxed, and the next one of the year pays it. */
function limited({ mostPaise }: Earned, { basePaise, rate, reason }: Taxed): Withheld {
  const taxPaise = shareOf(basePaise, rate)
  if (taxPaise <= mostPaise) return { basePaise, rateBasisPoints: rate, taxPaise, reason }
  // rounded down: of it no tax is above what there is
  const fitting = paise(Number((BigInt(mostPaise) * 10_000n) / BigInt(rate)))
  return { basePaise: fitting, rateBasisPoints: rate, taxPaise: shareOf(fitting, rate), reason }
}

export interface Collected {
  readonly cgstPaise: Paise
  readonly sgstPaise: Paise
  readonly igstPaise: Paise
}

/** TCS: two equal heads within a State, one across. */
export function tcsOn(grossPaise: Paise, rateBasisPoints: number, isWithinState: boolean): Collected {
  const headPaise = isWithinState ? shareOf(grossPaise, rateBasisPoints / 2) : ZERO
  return {
    cgstPaise: headPaise,
    sgstPaise: headPaise,
    igstPaise: isWithinState ? ZERO : shareOf(grossPaise, rateBasisPoints),
  }
}
