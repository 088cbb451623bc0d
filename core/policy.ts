/**
 * The house rules. Validated at boot; an operator overrides single figures in content/policy.json. Each deal keeps
 * the policy that it was agreed under. Copy, labels and documents print their figures from here.
 */
import { z } from 'zod'
import { HOLIDAYS } from './business-days.ts'
import { SHOWN_RULES } from './shown-rules.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const span = z
  .int()
  .positive()
  .max(366 * DAY_MS)
const amount = z.int().nonnegative()
const basisPoints = z.int().min(0).max(10_000)

export const policySchema = z.object({
  /** An unanswered offer ends. Longer: stale prices get accepted. Shorter: people who are away lose deals. */
  offerValidityMs: span.default(7 * DAY_MS),
  /** Spec §1 "2 days of no response". Shorter punishes a weekend; longer leaves money and people waiting. */
  unresponsivenessMs: span.default(SHOWN_RULES.unresponsivenessMs),
  /** A payer who says that they have paid gets so many working days, once: a bank may show a payment the day after next. */
  claimBusinessDays: z.int().min(1).max(10).default(2),
  /** Spec §9: tracking within 48 hours of the money being held, or the payer is refunded. */
  trackingWindowMs: span.default(SHOWN_RULES.trackingWindowMs),
  /** Spec §9. Also the time for a returned parcel to arrive. */
  deliveryDueBusinessDays: z.int().min(1).max(90).default(SHOWN_RULES.deliveryDueBusinessDays),
  /** Spec §9 gives 12 and 24 hours; each track has its own. A shorter one could pass while the buyer sleeps. */
  complaintWindowMs: z
    .object({
      shopping: span.default(SHOWN_RULES.complaintWindowMs.shopping),
      services: span.default(SHOWN_RULES.complaintWindowMs.services),
    })
    .prefault({}),
  /** When only the seller says that it was delivered, so that a false mark cannot run out overnight. */
  claimedDeliveryWindowMs: span.default(2 * DAY_MS),
  /** When nothing speaks for it either: no number that its courier can have, no hand-over code, no file of the work. */
  unprovenDeliveryWindowMs: span.default(SHOWN_RULES.unprovenDeliveryWindowMs),
  /** Spec §9: a return within 8 days of delivery. */
  returnWindowMs: span.default(SHOWN_RULES.returnWindowMs),
  /** Spec §9: what sending a parcel back usually costs; shown, paid to the courier. */
  returnCourierPaise: z
    .object({
      min: amount.default(SHOWN_RULES.returnCourierPaise.min),
      max: amount.default(SHOWN_RULES.returnCourierPaise.max),
    })
    .prefault({}),
  /** Spec §4: 10 days for the parties to settle it themselves, from the filing. */
  mutualResolutionMs: span.default(SHOWN_RULES.mutualResolutionMs),
  /** The FAQ's 5 days: both are reminded that the team can be called in. */
  mutualReminderMs: span.default(5 * DAY_MS),
  /** Ours: the team must decide within this time, or the hold is shared equally. Nobody's money waits for us for ever. */
  decisionLimitMs: span.default(30 * DAY_MS),
  /** From this amount on two of the team decide a dispute. Not in the plain sandbox. Lower: each case waits for two people. */
  twoDecideFromPaise: amount.default(25_000_00),
  /** Spec §1: Rs 50 from each party. Higher keeps poor people from complaining; zero invites spite. */
  disputeFeePaise: amount.default(SHOWN_RULES.disputeFeePaise),
  /** Spec §9: cancelling a purchase after delivery started. Services use the percent agreed in the form. */
  cancellationFeeBasisPoints: basisPoints.default(SHOWN_RULES.cancellationFeeBasisPoints),
  /** Ours: up to this share of the amount a cancellation fee is free of commission. Higher and people cancel to avoid it. */
  commissionFreeCancellationBasisPoints: basisPoints.default(2_500),
  /** Spec §9: free for shopping now, 5 % for services before a coupon. */
  commissionBasisPoints: z
    .object({ shopping: basisPoints.default(0), services: basisPoints.default(500) })
    .prefault({}),
  /** Spec §5: five digits of rupees. */
  maxAmountDigits: z.int().min(1).max(7).default(5),
  /** lifecycle: at most so many rounds of changes, each leaving at least changesTimeMs. */
  maxChangeRequests: z.int().min(0).max(20).default(SHOWN_RULES.maxChangeRequests),
  changesTimeMs: span.default(5 * DAY_MS),
  /** Tries at the handover code before it is dead. More makes six digits guessable. */
  handoverTries: z.int().min(1).max(20).default(5),
  /** A new payout target waits so long before it is paid to: time for its owner to read the mail about it. */
  payoutTargetCoolingMs: span.default(24 * HOUR_MS),
  /** The same within a week of a new password or of a new device: whoever reads somebody's mail can reset, and hide the mail. */
  payoutTargetCoolingAfterResetMs: span.default(72 * HOUR_MS),
  /** A payout beyond these figures waits for the team: a thief empties accounts fast. Not in the plain sandbox. */
  payoutLimits: z
    .object({
      dayPaise: amount.default(1_00_000_00),
      dayCount: z.int().min(1).default(10),
      /** The first payouts of a new payee, and how much each may be. */
      newPayeeCount: z.int().min(0).default(3),
      newPayeePaise: amount.default(25_000_00),
      /** Of everybody together. */
      hourPaise: amount.default(10_00_000_00),
      /** From this amount on two Admins approve a payout, wherever it leaves by, and say what a line of the bank is. */
      fourEyesPaise: amount.default(50_000_00),
    })
    .prefault({}),
  /** Spec §5: 'Soon'. */
  milestones: z.literal(false).default(false),
  calendar: z
    .object({
      saturday: z.enum(['off', 'bank', 'on']).default('off'),
      holidays: z.array(z.iso.date()).default([...HOLIDAYS]),
    })
    .prefault({}),
})
export type Policy = z.infer<typeof policySchema>

export const DEFAULT_POLICY: Policy = policySchema.parse({})

/** Reads an operator's overrides. Throws a ZodError that names the rule which is wrong. */
export const readPolicy = (overrides: unknown): Policy => policySchema.parse(overrides ?? {})
