/** The parts of an action's input that only the deal itself can judge; shape was checked by inputs.ts. */
import { type DealFacts, type Refused, type Request, refused } from './facts.ts'

type Judge = (facts: DealFacts, request: Request) => Refused | null

const share: Judge = ({ amountPaise }, { input }) => {
  const value = input?.payer_share_paise
  const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= amountPaise
  return fits ? null : refused('invalid', { payer_share_paise: ['share'] })
}

const JUDGES: Partial<Record<Request['action'], Judge>> = {
  accept: (facts, { input }) => (input?.terms_version === facts.termsVersion ? null : refused('stale_terms')),
  propose_extension: (facts, { input, now }) => {
    const due = input?.due
    const later = typeof due === 'number' && due > now && due > (facts.dueAt ?? now)
    return later ? null : refused('invalid', { due: ['after_due'] })
  },
  propose_split: share,
  decide: share,
}

export const judgeInput: Judge = (facts, request) => JUDGES[request.action]?.(facts, request) ?? null
