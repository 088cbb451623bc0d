/** The policy's figures in words, and as a form takes and shows them. */
import { formatPaiseShort, paise } from '#core/money.ts'
import {
  FIGURE_UNITS,
  type FigurePath,
  type FigureUnit,
  figureBounds,
  POLICY_FIGURES,
} from '#core/policy-figures.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, formatCount, inDays, percent } from '#web/lib/format.ts'

const NAMES: Readonly<Record<FigurePath, () => string>> = {
  'commissionBasisPoints.shopping': m.policy_figure_commission_shopping,
  'commissionBasisPoints.services': m.policy_figure_commission_services,
  disputeFeePaise: m.policy_figure_dispute_fee,
  cancellationFeeBasisPoints: m.policy_figure_cancellation_fee,
  commissionFreeCancellationBasisPoints: m.policy_figure_commission_free_cancellation,
  offerValidityMs: m.policy_figure_offer_validity,
  unresponsivenessMs: m.policy_figure_unresponsiveness,
  claimBusinessDays: m.policy_figure_claim_business_days,
  trackingWindowMs: m.policy_figure_tracking_window,
  deliveryDueBusinessDays: m.policy_figure_delivery_due_business_days,
  'complaintWindowMs.shopping': m.policy_figure_complaint_window_shopping,
  'complaintWindowMs.services': m.policy_figure_complaint_window_services,
  claimedDeliveryWindowMs: m.policy_figure_claimed_delivery_window,
  unprovenDeliveryWindowMs: m.policy_figure_unproven_delivery_window,
  returnWindowMs: m.policy_figure_return_window,
  'returnCourierPaise.min': m.policy_figure_return_courier_min,
  'returnCourierPaise.max': m.policy_figure_return_courier_max,
  mutualReminderMs: m.policy_figure_mutual_reminder,
  mutualResolutionMs: m.policy_figure_mutual_resolution,
  decisionLimitMs: m.policy_figure_decision_limit,
  maxChangeRequests: m.policy_figure_max_change_requests,
  changesTimeMs: m.policy_figure_changes_time,
  handoverTries: m.policy_figure_handover_tries,
  twoDecideFromPaise: m.policy_figure_two_decide_from,
  payoutTargetCoolingMs: m.policy_figure_payout_target_cooling,
  payoutTargetCoolingAfterResetMs: m.policy_figure_payout_target_cooling_after_reset,
  'payoutLimits.dayPaise': m.policy_figure_payout_limits_day,
  'payoutLimits.dayCount': m.policy_figure_payout_limits_day_count,
  'payoutLimits.newPayeeCount': m.policy_figure_payout_limits_new_payee_count,
  'payoutLimits.newPayeePaise': m.policy_figure_payout_limits_new_payee,
  'payoutLimits.hourPaise': m.policy_figure_payout_limits_hour,
  'payoutLimits.fourEyesPaise': m.policy_figure_payout_limits_four_eyes,
}
export const figureName = (path: FigurePath): string => NAMES[path]()

const UNITS = new Map(POLICY_FIGURES.map(({ path, unit }) => [path, unit]))
const unitOf = (path: FigurePath): FigureUnit => UNITS.get(path) ?? 'count'

/** "48 hours", "5%", "₹50", from the policy's own unit. */
export function figureValue(path: FigurePath, value: number): string {
  switch (unitOf(path)) {
    case 'days':
      return inDays(value)
    case 'hours':
      return duration(value)
    case 'rupees':
      return formatPaiseShort(paise(value))
    case 'percent':
      return percent(value)
    case 'business_days':
      return m.figure_business_days({ count: String(value) })
    case 'count':
      return String(value)
  }
}

/** What a field holds: in the unit that its label names. */
export const figureText = (path: FigurePath, value: number): string =>
  String(value / FIGURE_UNITS[unitOf(path)])

/** In the policy's own unit; NaN when it is not a figure of at most two decimals. */
export const figureFrom = (path: FigurePath, text: string): number =>
  /^\d{1,9}(\.\d{1,2})?$/.test(text.trim())
    ? Math.round(Number(text) * FIGURE_UNITS[unitOf(path)])
    : Number.NaN

/** In the unit that its label names. */
export function figureRange(path: FigurePath): string {
  const { min: least, isAbove, max: most } = figureBounds({ path, unit: unitOf(path) })
  const unit = FIGURE_UNITS[unitOf(path)]
  const min = formatCount(least / unit)
  if (most === null) return m.policies_range_from({ min })
  const words = { min, max: formatCount(most / unit) }
  return isAbove ? m.policies_range_above(words) : m.policies_range(words)
}
