/** Where a role begins (spec §2): the Start Transaction button and the way in after signing in. */
import type { UserType } from '../../core/fields.ts'

const STARTS: Partial<Record<UserType, string>> = {
  Buyer: '/shopping/form',
  Service_Provider: '/services/form',
  Client: '/client_home',
}

/** The Start Transaction button's target. */
export const startPath = (role: UserType | undefined): string =>
  role === undefined ? '/register' : (STARTS[role] ?? '/seller_home')

/** Where somebody lands who has just signed in: as Start Transaction, and the team at its desk. */
export const homePath = (role: UserType): string =>
  role === 'Admin' || role === 'Mediator' ? '/admin_dashboard' : startPath(role)
