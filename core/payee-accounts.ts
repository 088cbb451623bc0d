/** The account that a payee needs at the payment provider where that holds the money of deals. */
import { DAY_MS } from './time.ts'

/** Of those that the provider knows, the ones that need no papers of a company. */
export const BUSINESS_TYPES = ['individual', 'proprietorship', 'not_yet_registered'] as const

/** `submitted`: not all of it is at the provider yet. */
export const ACCOUNT_STATES = [
  'submitted',
  'under_review',
  'needs_clarification',
  'activated',
  'refused',
] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Why a deal cannot be paid yet: of its payee. */
export const PAYEE_WAITS = [
  'missing',
  'submitted',
  'under_review',
  'needs_clarification',
  'cooling',
  'refused',
] as const
export type PayeeWait = (typeof PAYEE_WAITS)[number]

/** Nothing is transferred to an account in its first day. */
export const ACCOUNT_COOLING_MS = DAY_MS

export interface AccountFacts {
  readonly state: AccountState
  readonly activatedAt: number | null
}

/** Null: the payee can be paid. */
export function payeeWait(account: AccountFacts | null, now: number): PayeeWait | null {
  if (account === null) return 'missing'
  if (account.state !== 'activated') return account.state
  return account.activatedAt === null || account.activatedAt + ACCOUNT_COOLING_MS > now ? 'cooling' : null
}
