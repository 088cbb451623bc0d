/** The figures of a policy that a deal's pages print. Plain, without the schema of policy.ts, which pages do not load. */
import { DAY_MS, HOUR_MS } from './time.ts'

/** As the house has them; an operator overrides them like the others (policy.ts says what each is for). */
export const SHOWN_RULES = {
  unresponsivenessMs: 2 * DAY_MS,
  trackingWindowMs: 48 * HOUR_MS,
  deliveryDueBusinessDays: 10,
  complaintWindowMs: { shopping: 12 * HOUR_MS, services: 24 * HOUR_MS },
  unprovenDeliveryWindowMs: 7 * DAY_MS,
  returnWindowMs: 8 * DAY_MS,
  returnCourierPaise: { min: 80_00, max: 120_00 },
  mutualResolutionMs: 10 * DAY_MS,
  disputeFeePaise: 50_00,
  cancellationFeeBasisPoints: 2_500,
  maxChangeRequests: 3,
}
export type ShownRules = Readonly<typeof SHOWN_RULES>

type AnsweredPolicy = Readonly<Record<string, unknown>>

/**
 * Of the policy that a deal was agreed under, as its answer has it. What is missing there, or is no figure, is the house's own, as readPolicy has it: a
 * server of the version before, and a copy that was stored for the time without a network, may lack what this program prints.
 */
export const rulesOf = ({ policy }: { readonly policy: AnsweredPolicy }): ShownRules =>
  figuresOf(SHOWN_RULES, policy)

function figuresOf<Figures extends object>(own: Figures, answered: unknown): Figures {
  const given = (typeof answered === 'object' && answered !== null ? answered : {}) as AnsweredPolicy
  const figures = Object.entries(own).map(([name, figure]) => [name, figureOf(figure, given[name])])
  return Object.fromEntries(figures) as Figures
}

function figureOf(own: object | number, given: unknown): object | number {
  if (typeof own === 'object') return figuresOf(own, given)
  return typeof given === 'number' ? given : own
}
