/** What the roles of an account are called. */
import type { UserType } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'

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
  Buyer: () => roleName('payer', 'shopping'),
  Seller: () => roleName('payee', 'shopping'),
  Service_Provider: () => roleName('payee', 'services'),
  Client: () => roleName('payer', 'services'),
}
export const shortRoleName = (role: UserType): string => (SHORT[role] ?? NAMES[role])()
