/** What the lifecycle needs to know of a deal, and what it answers. Plain data; times are epoch ms, money paise. */
import type { PayoutParts } from '#core/charges.ts'
import type { RefusalCode } from '#core/errors.ts'
import type { Track } from '#core/ids.ts'
import type { Paise } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import type { Lapse, Party, Status } from './states.ts'
import type { Action, Transition } from './transitions.ts'

interface Offer {
  readonly id: string
  readonly by: Party
  readonly payerSharePaise: Paise
}

export interface Dispute {
  readonly complainant: Party
  readonly filedAt: number
  readonly feePaidPaise: Readonly<Record<Party, Paise>>
  readonly escalatedBy: readonly Party[]
  readonly offer: Offer | null
}

export interface DealFacts {
  readonly track: Track
  readonly status: Status
  readonly creator: Party
  readonly amountPaise: Paise
  readonly commissionBasisPoints: number
  readonly cancellationFeeBasisPoints: number
  readonly termsVersion: number
  readonly policy: Policy
  /** Services: the agreed date; null in shopping. */
  readonly completionAt: number | null
  readonly fundedAt: number | null
  readonly deliveryDueAt: number | null
  readonly deliveredAt: number | null
  readonly dueAt: number | null
  readonly dueEvent: Lapse | null
  readonly moreTimeAsked: boolean
  readonly changesRequested: number
  readonly extensionTo: number | null
  readonly dispute: Dispute | null
  /** Since when nothing of it moves, because the bank has taken the deposit back; null as a rule. */
  readonly frozenSince: number | null
}

export type Actor = Party | 'team' | 'gateway'

export interface Request {
  readonly action: Action
  readonly by: Actor
  readonly now: number
  /** The parsed input of the action, see inputs.ts. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The handover code was given and right: the payer's side confirmed the delivery. */
  readonly deliveryConfirmed?: boolean
  /** A number that its courier can have, or a file of the work, speaks for the delivery. */
  readonly deliveryProven?: boolean
  /** pay_fee: whose fee arrived, and how much. */
  readonly fee?: { readonly party: Party; readonly paise: Paise }
  /** propose_split: the id that the caller made for the new offer. */
  readonly offerId?: string
}

export type FeeFate = 'back' | 'kept'

export interface Decision {
  readonly ok: true
  readonly row: Transition
  readonly from: Status | null
  readonly next: DealFacts
  /** Where the hold goes, to the paisa; null while it stays. */
  readonly hold: PayoutParts | null
  /** What becomes of each paid dispute fee; null where none was paid or it stays. */
  readonly fees: Readonly<Record<Party, FeeFate | null>>
}

export interface Refused {
  readonly ok: false
  /** `overdue`: a deadline passed first; apply the lapse, then ask again. */
  readonly code: RefusalCode | 'overdue'
  readonly fields?: Readonly<Record<string, readonly string[]>>
}

/** `fields`, with `invalid` alone: the codes of what is wrong, by the name of the field. */
export const refused = (code: Refused['code'], fields?: Refused['fields']): Refused => ({
  ok: false,
  code,
  fields,
})
