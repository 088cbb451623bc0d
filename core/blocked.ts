/**
 * What a person whom the team has blocked may still do: all that ends what runs, protects the account or gets money out
 * to where it belongs. Whatever is not named here is refused, or a new call would be open to them by accident.
 */
import type { Action } from './lifecycle/transitions.ts'

/** Reading is open: they see their deals, and why nothing new begins. */
const WRITES: ReadonlySet<string> = new Set([
  'POST /api/account/role',
  'POST /api/account/password',
  'DELETE /api/account/sessions/:id',
  'DELETE /api/account/sessions',
  'POST /api/account/delete',
  'DELETE /api/apps/:id',
  'DELETE /api/apps/:id/keys/:key_id',
  'POST /api/auth/logout',
  'POST /api/deals/:form_pk/messages',
  'POST /api/deals/:form_pk/messages/read',
  'POST /api/deals/:form_pk/:action',
  'POST /api/deals/:form_pk/rating',
  'POST /api/deals/:form_pk/pay',
  'POST /api/deals/:form_pk/files',
  'DELETE /api/deals/:form_pk/files/:id',
  'POST /api/deals/:form_pk/claim',
  'DELETE /api/invites/:id',
  'DELETE /api/requests/:id',
  'POST /api/notices/read',
  'POST /api/account/notices',
  'POST /api/account/push',
  'POST /api/account/push/remove',
  // money that is owed to them leaves to a target of theirs; its checks and waits stay as they are
  'POST /api/account/payout-target',
  'POST /api/account/tax-details',
  'POST /api/account/verification',
  'POST /api/account/verification/confirm',
  'POST /api/account/phone/keep',
])

/** `path` is that of the contract, with `:id` in it: the address of a request would never be in the list. */
export const mayCallBlocked = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' || WRITES.has(`${method} ${path}`)

/** An accepted offer is a new deal, and changed terms are a new offer. */
export const mayActBlocked = (action: Action): boolean => action !== 'accept' && action !== 'edit'
