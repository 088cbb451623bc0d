/** What every service gets: an open transaction, the product time, the user of the session, and the settings. */

import type { ApiVersion } from '#core/api-versions.ts'
import type { Locale } from '#core/locale.ts'
import type { Policy } from '#core/policy.ts'
import { isTeamRole, type UserType } from '#core/roles.ts'
import type { Scope } from '#core/scopes.ts'
import type { CustodyMode } from '#core/site-settings.ts'
import type { TaxSettings } from '#core/tax/tax-settings.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PushSettings } from '#server/push/web-push.ts'
import type { WhatsAppNoticeSettings } from '#server/push/whatsapp-notice.ts'
import { hasEmail, hasPhone, type UserRow } from '#server/repositories/users.ts'

export interface SessionUser {
  readonly id: number
  /** The role in use. */
  readonly userType: UserType
  /** All roles of the person, the one in use first. */
  readonly roles: readonly UserType[]
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly paymentNumber: string | null
  readonly businessName: string | null
  readonly locale: Locale
  readonly isPhoneVerified: boolean
  readonly isEmailVerified: boolean
  readonly hasSecondFactor: boolean
  /** The team keeps them from new deals: core/blocked.ts. */
  readonly isBlocked: boolean
}

export const sessionUser = (row: UserRow): SessionUser => ({
  id: row.id,
  userType: row.user_type,
  roles: [row.user_type, ...row.other_roles],
  firstName: row.first_name,
  lastName: row.last_name,
  email: hasEmail(row) ? row.email : '',
  phoneNumber: hasPhone(row) ? row.phone_number : '',
  paymentNumber: row.payment_number,
  businessName: row.business_name,
  locale: row.locale,
  isPhoneVerified: row.phone_verified_at !== null,
  isEmailVerified: row.email_verified_at !== null,
  hasSecondFactor: row.second_factor_since !== null,
  isBlocked: row.blocked_at !== null,
})

/** Settings of the process. None changes while it runs, but the policy when the team has approved another. */
export interface AppSettings {
  /** In force. What a deal keeps is read in its own transaction: services/policies/current-policy.ts. */
  readonly policy: Policy
  readonly publicUrl: string
  /** Of new pay-ins: the first of PAYMENTS. */
  readonly provider: string
  /** All of them, the one of new payments first. */
  readonly providers: readonly string[]
  /** The sandbox is among the providers, and its calls are there. */
  readonly hasSandbox: boolean
  readonly chatUrl: string | null
  /** Entries of content/site.json that still have their sample value; listed in the overview. */
  readonly samples: string[]
  /** Which passwords are taken: all that the sign-up form's rule lets through, or of those the uncommon ones only. */
  readonly passwords: 'by rule' | 'uncommon'
  /** Whether numbers and addresses are checked with codes; off in the sandbox unless OTP says otherwise. */
  readonly verification: 'off' | 'on'
  /** Seals account numbers, seeds and keys. Null in the sandbox without DATA_KEY: account numbers have a key of the database then. */
  readonly dataKey: Buffer | null
  /** Whether the team can work without a second factor: offered in the sandbox for practice, demanded elsewhere. */
  readonly secondFactor: 'offered' | 'demanded'
  /** Closed addresses that webhooks may go to all the same: for tests, never in production. */
  readonly webhookAllow: readonly string[]
  /** Signs for the push services of browsers; null: notices go by page and mail. */
  readonly push: PushSettings | null
  /** Null: nobody is told by WhatsApp. */
  readonly whatsapp: WhatsAppNoticeSettings | null
  /** Whose emails the sandbox lists to anybody: links to sign in are among them. */
  readonly sandboxEmails: 'all' | 'without team'
  /** In whose hands other people's money waits; null where none of it is real. */
  readonly custody: CustodyMode | null
  /** content/tax.json. */
  readonly tax: TaxSettings
}

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  readonly address: string | null
  readonly device: string | null
  /** The random id that the browser keeps and sends; null without one. Stored as a hash only. */
  readonly deviceId: string | null
  readonly requestId: string
}

export interface Ctx {
  readonly tx: Tx
  /** Product time, epoch milliseconds. */
  readonly now: number
  readonly settings: AppSettings
  /** Missing in jobs and commands. */
  readonly origin?: RequestOrigin
  /** Of the session that asks, for what ends all others. */
  readonly sessionHash?: Buffer
}

/** The key of an app, where a program asks in the name of the app's owner. */
export interface CallerKey {
  readonly id: string
  readonly appId: string
  readonly scopes: readonly Scope[]
  /** That of the app. */
  readonly version: ApiVersion
}

export interface UserCtx extends Ctx {
  readonly user: SessionUser
  /** How long ago the session that asks showed the second factor; null if it did not, missing where no session asks. */
  readonly secondFactorAgeMs?: number | null
  /** Missing where a person asks. */
  readonly apiKey?: CallerKey
}

/**
 * Runs its argument in a transaction of its own. For services with slow work, such as hashing a password, which must
 * not hold a connection.
 */
export type InTransaction<C extends Ctx> = <T>(fn: (ctx: C) => Promise<T>) => Promise<T>

/** One page of a list, and how many rows there are in all. */
export interface ListPage<T> {
  readonly rows: T[]
  readonly total: number
}

/** A person is what they use at the moment. Their program goes on working whichever that is. */
export const actsAs = ({ user, apiKey }: Pick<UserCtx, 'user' | 'apiKey'>, role: UserType): boolean =>
  apiKey ? user.roles.includes(role) : user.userType === role

export const isTeam = (user: SessionUser): boolean => isTeamRole(user.userType)
