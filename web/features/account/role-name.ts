import type { UserType } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'

const NAMES: Readonly<Record<UserType, () => string>> = {
  Buyer: m.account_role_buyer,
  Seller: m.account_role_seller,
  Service_Provider: m.account_role_freelancer,
  Client: m.account_role_client,
  Admin: m.account_role_admin,
  Mediator: m.account_role_mediator,
}

/** A role in the spec's words. */
export const roleName = (role: UserType): string => NAMES[role]()
