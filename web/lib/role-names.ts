/** What the roles of an account are called. */
import type { UserType } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'

const NAMES: Readonly<Record<UserType, () => string>> = {
  Buyer: m.account_role_buyer,
  Seller: m.account_role_seller,
  Service_Provider: m.account_role_freelancer,
  Client: m.account_role_client,
  Admin: m.account_role_admin,
  Mediator: m.account_role_mediator,
}

/** In the spec's words. */
export const userTypeName = (role: UserType): string => NAMES[role]()

/** As on a deal's page. */
const SHORT: Partial<Record<UserType, () => string>> = {
  Buyer: m.who_payer_shopping,
  Seller: m.who_payee_shopping,
  Service_Provider: m.who_payee_services,
  Client: m.who_payer_services,
}
export const shortRoleName = (role: UserType): string => (SHORT[role] ?? NAMES[role])()
