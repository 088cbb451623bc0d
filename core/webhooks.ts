/** What a webhook can tell of: the statuses and events of the lifecycle's table, so that neither can be forgotten. */
import { LAPSES, STATUSES, type Status } from './lifecycle/states.ts'
import { ACTIONS, type Action } from './lifecycle/transitions.ts'

/** Moves that tell of money which came in. */
const PAYMENTS: readonly string[] = ['fund', 'pay_fee'] satisfies Action[]
const DECISIONS: readonly string[] = ['decide'] satisfies Action[]

/** A deal has moved. */
export const DEAL_TYPES: readonly string[] = [
  ...STATUSES.map((status) => `deal.${status}`),
  ...[...ACTIONS, ...LAPSES].map((name) => `deal.event.${name}`),
  ...['payment.paid', 'dispute.opened', 'dispute.decided'],
]
/** No deal moves: a try to pay that failed, money on its way out. */
export const MONEY_TYPES = ['payment.failed', 'payout.paid', 'payout.failed'] as const
export const LINK_TYPES = ['link.opened'] as const
export const WEBHOOK_TYPES: readonly string[] = [...DEAL_TYPES, ...MONEY_TYPES, ...LINK_TYPES]

interface MovedDeal {
  readonly name: string
  readonly status: Status
  readonly isNewStatus: boolean
  readonly opensDispute: boolean
}

/** Under which types an event of a deal is sent: its own, its status', and what it means to who does not know the lifecycle. */
export const typesOfEvent = ({ name, status, isNewStatus, opensDispute }: MovedDeal): string[] => [
  `deal.event.${name}`,
  ...(isNewStatus ? [`deal.${status}`] : []),
  ...(PAYMENTS.includes(name) ? ['payment.paid'] : []),
  ...(opensDispute ? ['dispute.opened'] : []),
  ...(DECISIONS.includes(name) ? ['dispute.decided'] : []),
]

/** To try a receiver; no deal is behind it, and no choice of types leaves it out. */
export const TEST_TYPE = 'test'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After each failed try, as the specification of Standard Webhooks proposes; the last one gives up. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** What became of a try. `status` is null when no answer came. */
export interface WebhookResult {
  readonly status: number | null
  readonly problem: string | null
  readonly retryAfterMs: number | null
}

type NextStep = 'delivered' | 'gone' | 'given_up' | { readonly waitMs: number }

/** `jitter` from -1 to 1: many messages that failed together must not come back together. */
export function nextStepOf(result: WebhookResult, tries: number, jitter: number): NextStep {
  const { status, retryAfterMs } = result
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  const planned = RETRY_AFTER_MS[tries - 1]
  if (planned === undefined) return 'given_up'
  const spread = Math.round(planned * (1 + 0.2 * jitter))
  return { waitMs: Math.min(Math.max(spread, retryAfterMs ?? 0), 24 * HOUR) }
}
