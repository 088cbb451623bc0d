/** The figures of the policy that the team may change while the service runs, and what a change of them is. */
import { invalid } from './errors.ts'
import { type Policy, policySchema } from './policy.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** What one of a form's unit is in the policy's own: milliseconds, paise, basis points or a plain count. */
export const FIGURE_UNITS = {
  days: DAY_MS,
  hours: HOUR_MS,
  rupees: 100,
  percent: 100,
  count: 1,
  business_days: 1,
} as const
export type FigureUnit = keyof typeof FIGURE_UNITS

/** `deal`: each deal keeps the figure that it was offered under. `service`: it counts at once, for everybody. */
type FigureReach = 'deal' | 'service'

const FIGURES = [
  ['commissionBasisPoints.shopping', 'percent', 'deal'],
  ['commissionBasisPoints.services', 'percent', 'deal'],
  ['disputeFeePaise', 'rupees', 'deal'],
  ['cancellationFeeBasisPoints', 'percent', 'deal'],
  ['commissionFreeCancellationBasisPoints', 'percent', 'deal'],
  ['offerValidityMs', 'days', 'deal'],
  ['unresponsivenessMs', 'days', 'deal'],
  ['claimBusinessDays', 'business_days', 'deal'],
  ['trackingWindowMs', 'hours', 'deal'],
  ['deliveryDueBusinessDays', 'business_days', 'deal'],
  ['complaintWindowMs.shopping', 'hours', 'deal'],
  ['complaintWindowMs.services', 'hours', 'deal'],
  ['claimedDeliveryWindowMs', 'days', 'deal'],
  ['unprovenDeliveryWindowMs', 'days', 'deal'],
  ['returnWindowMs', 'days', 'deal'],
  ['returnCourierPaise.min', 'rupees', 'deal'],
  ['returnCourierPaise.max', 'rupees', 'deal'],
  ['mutualReminderMs', 'days', 'deal'],
  ['mutualResolutionMs', 'days', 'deal'],
  ['decisionLimitMs', 'days', 'deal'],
  ['maxChangeRequests', 'count', 'deal'],
  ['changesTimeMs', 'days', 'deal'],
  ['handoverTries', 'count', 'deal'],
  ['twoDecideFromPaise', 'rupees', 'service'],
  ['payoutTargetCoolingMs', 'hours', 'service'],
  ['payoutTargetCoolingAfterResetMs', 'hours', 'service'],
  ['payoutLimits.dayPaise', 'rupees', 'service'],
  ['payoutLimits.dayCount', 'count', 'service'],
  ['payoutLimits.newPayeeCount', 'count', 'service'],
  ['payoutLimits.newPayeePaise', 'rupees', 'service'],
  ['payoutLimits.hourPaise', 'rupees', 'service'],
  ['payoutLimits.fourEyesPaise', 'rupees', 'service'],
] as const satisfies readonly (readonly [path: string, unit: FigureUnit, reach: FigureReach])[]

export type FigurePath = (typeof FIGURES)[number][0]
export const FIGURE_PATHS = FIGURES.map(([path]) => path) as [FigurePath, ...FigurePath[]]

interface PolicyFigure {
  readonly path: FigurePath
  readonly unit: FigureUnit
  readonly reach: FigureReach
}
export const POLICY_FIGURES: readonly PolicyFigure[] = FIGURES.map(([path, unit, reach]) => ({
  ...{ path, unit, reach },
}))

type Branch = Readonly<Record<string, unknown>>

/** In the policy's own unit. */
export const figureOf = (policy: Policy, path: FigurePath): number =>
  path.split('.').reduce<unknown>((part, name) => (part as Branch)[name], policy) as number

interface FigureBounds {
  readonly min: number
  /** `min` itself is too little. */
  readonly isAbove: boolean
  /** Null: as much as one likes. */
  readonly max: number | null
}

const fromTo = (min: number, max: number | null): FigureBounds => ({ min, isAbove: false, max })
const SPAN: FigureBounds = { min: 0, isAbove: true, max: 366 * DAY_MS }
const BOUNDS_OF_UNIT: Readonly<Record<FigureUnit, FigureBounds>> = {
  days: SPAN,
  hours: SPAN,
  rupees: fromTo(0, null),
  percent: fromTo(0, 10_000),
  count: fromTo(1, 20),
  business_days: fromTo(1, 90),
}
const OTHER_BOUNDS: Readonly<Partial<Record<FigurePath, FigureBounds>>> = {
  claimBusinessDays: fromTo(1, 10),
  maxChangeRequests: fromTo(0, 20),
  'payoutLimits.dayCount': fromTo(1, null),
  'payoutLimits.newPayeeCount': fromTo(0, null),
}

/**
 * What the figure may be by itself, in the policy's own unit, as its schema takes it: pages are built without the part of zod
 * that could tell. Whether it fits another figure is judged with that.
 */
export const figureBounds = ({ path, unit }: Pick<PolicyFigure, 'path' | 'unit'>): FigureBounds =>
  OTHER_BOUNDS[path] ?? BOUNDS_OF_UNIT[unit]

export interface FigureChange {
  readonly path: FigurePath
  readonly before: number
  readonly after: number
}

/** In the order of `FIGURE_PATHS`, each in the policy's own unit; empty when none differs. The calendar is none of them. */
export const changedFigures = (before: Policy, after: Policy): FigureChange[] =>
  FIGURE_PATHS.map((path) => ({ path, before: figureOf(before, path), after: figureOf(after, path) })).filter(
    (change) => change.before !== change.after,
  )

const withFigure = (branch: Branch, [name = '', ...rest]: readonly string[], value: number): Branch => ({
  ...branch,
  [name]: rest.length === 0 ? value : withFigure(branch[name] as Branch, rest, value),
})

/** Of two figures the first may not be above the second: nobody could keep both. */
const IN_ORDER: readonly (readonly [FigurePath, FigurePath])[] = [
  ['returnCourierPaise.min', 'returnCourierPaise.max'],
  ['mutualReminderMs', 'mutualResolutionMs'],
  ['payoutTargetCoolingMs', 'payoutTargetCoolingAfterResetMs'],
]

export type FigureValues = Readonly<Record<string, number>>

/**
 * The policy with other figures, each in the policy's own unit. Throws Refusal `invalid` that names each figure which
 * is not one, is out of its bounds or contradicts another, and one for `changes` when nothing would change.
 */
export function withFigures(policy: Policy, values: FigureValues): Policy {
  const unknown = Object.keys(values).filter((path) => !FIGURE_PATHS.some((known) => known === path))
  if (unknown.length > 0) throw wrong(unknown)
  const changed = Object.entries(values).reduce<Branch>(
    (body, [path, value]) => withFigure(body, path.split('.'), value),
    policy,
  )
  const parsed = policySchema.safeParse(changed)
  if (!parsed.success) throw wrong(parsed.error.issues.map(({ path }) => path.join('.')))
  const next = parsed.data
  const crossed = IN_ORDER.filter(([low, high]) => figureOf(next, low) > figureOf(next, high))
  if (crossed.length > 0) throw invalid(Object.fromEntries(crossed.map(([low]) => [low, ['policy_order']])))
  if (changedFigures(policy, next).length === 0) throw invalid({ changes: ['policy_same'] })
  return next
}

const wrong = (paths: readonly string[]) =>
  invalid(Object.fromEntries(paths.map((path) => [path, ['policy_figure']])))
