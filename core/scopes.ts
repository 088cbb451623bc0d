/** What a key may be given. A key reaches the calls that name a scope of its own, and no other call. */
import type { Action } from './lifecycle/transitions.ts'

export const SCOPES = ['deals:read', 'deals:write', 'links:write', 'webhooks:write', 'payouts:read'] as const
export type Scope = (typeof SCOPES)[number]

/**
 * The moves that a key with deals:write may make. What moves money or answers a complaint is missing on purpose: a
 * stolen key must not pay, release, cancel, settle or decide.
 */
export const KEY_ACTIONS: readonly Action[] = [
  'edit',
  'accept',
  'decline',
  'withdraw',
  'ship',
  'start',
  'deliver',
  'propose_extension',
  'ask_more_time',
  'request_changes',
  'ship_return',
]

export const KEY_MODES = ['test', 'live'] as const
export type KeyMode = (typeof KEY_MODES)[number]
