/** What every service gets: an open transaction, the product's time, who asks, and the process's fixed parts. */
import type { UserType } from '../../core/fields.ts'
import type { Policy } from '../../core/policy.ts'
import type { Tx } from '../db/transaction.ts'

export interface SessionUser {
  readonly id: number
  readonly userType: UserType
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly paymentNumber: string | null
  readonly businessName: string | null
  readonly locale: 'en' | 'hi'
}

/** Parts of the process that do not change while it runs. */
export interface House {
  readonly policy: Policy
  readonly publicUrl: string
  readonly provider: string
  readonly payeeVpa: string
  readonly payeeName: string
  readonly chatUrl: string | null
  /** What of content/site.json is still a sample; the overview tells the operator. */
  readonly samples: string[]
}

export interface Ctx {
  readonly tx: Tx
  /** Product time, epoch milliseconds. */
  readonly now: number
  readonly house: House
}

export interface UserCtx extends Ctx {
  readonly user: SessionUser
}

export const isTeam = (user: SessionUser): boolean =>
  user.userType === 'Admin' || user.userType === 'Mediator'
