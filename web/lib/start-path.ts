/** Where a role begins (spec §2): the Start Transaction button and the way in after signing in. */
import type { UserType } from '#core/roles.ts'

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

/** Where to go after signing in: the page that asked for it, when it is one of ours. */
export function nextPath(search: string, otherwise: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // `//host` and `/\host` are other sites to a browser, which also drops a tab or a line end between the two.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : otherwise
}
