/** Checks of an action's input against the deal; its shape was checked by inputs.ts. */
import { FURTHEST_AHEAD_MS } from '#core/fields.ts'
import { type DealFacts, type Refused, type Request, refused } from './facts.ts'

type InputCheck = (facts: DealFacts, request: Request) => Refused | null

const share: InputCheck = ({ amountPaise }, { input }) => {
  const value = input?.payer_share_paise
  const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= amountPaise
  return fits ? null : refused('invalid', { payer_share_paise: ['share'] })
}

const CHECKS: Partial<Record<Request['action'], InputCheck>> = {
  accept: (facts, { input }) => (input?.terms_version === facts.termsVersion ? null : refused('stale_terms')),
  propose_extension: (facts, { input, now }) => {
    const due = input?.due
    const isLater = typeof due === 'number' && due > now && due > (facts.dueAt ?? now)
    if (!isLater) return refused('invalid', { due: ['after_due'] })
    // counted from the funding: one extension after the other must not go on for ever either
    return due > (facts.fundedAt ?? now) + FURTHEST_AHEAD_MS
      ? refused('invalid', { due: ['date_far'] })
      : null
  },
  propose_split: share,
  decide: share,
}

/**
 * Null when it fits, or the action has nothing to check. Else `stale_terms` for an acceptance of terms that were edited
 * since, or `invalid` by field: a share is from zero to the amount, an extension later than `dueAt` and not for ever.
 */
export const validateInput: InputCheck = (facts, request) => CHECKS[request.action]?.(facts, request) ?? null
