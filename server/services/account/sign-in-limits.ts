/**
 * Limits of guessing a password. Failures are counted by phone and address, and by phone over all addresses; beyond a
 * number of them each try waits, by thirty seconds at the most. A device or an address that has signed in to the account
 * before is never refused, so that nobody can keep an owner out, not even from behind the same address: many tries from
 * there are only answered later. Its failures count all the same, so that the owner is told.
 */
import { MINUTE_MS } from '#core/time.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { Ctx } from '#server/services/context.ts'
import {
  countFailure,
  type FailureLimit,
  forgetFailures,
  refusedTry,
  type TryCount,
  tryKey,
} from './failed-tries.ts'
import { findKnownOrigins, networkOf } from './origins.ts'

/** Failures before tries wait: of one address, and of all addresses together. */
const FREE = { address: 10, phone: 60 }
const LONGEST_WAIT_SECONDS = 30
/** Sign-ins a minute, right or wrong: of one address, or of one account from a place that it knows. */
const FLOOD_PER_MINUTE = 20
/** From a known place each try beyond these is answered so much later than the one before, up to the longest delay. */
const DELAY_MS = { each: 50, longest: 5_000 }

export interface SignInTry extends TryCount {
  /** To be held back so long before the password is looked at. */
  readonly delayMs: number
  /** Past a limit: the accounts that know the place alone may be opened, not others that name the same phone. */
  readonly onlyAccounts: readonly number[] | null
}

/** Counts a try as a failure until it proves right: tries at the same moment must not all pass below the limit. */
export async function beginTry(ctx: Ctx, phone: string | null, factor: number): Promise<SignInTry> {
  const known = phone === null ? [] : await findKnownOrigins(ctx, phone)
  const isKnown = known.length > 0
  const address = networkOf(ctx.origin?.address ?? '')
  const isDevice = known.some(({ kind }) => kind === 'device')
  const place = isDevice ? `device ${ctx.origin?.deviceId}` : `address ${address}`
  const flooder = isKnown ? tryKey('known', place, phone ?? '') : tryKey(address)
  const flood = await countHit(ctx.tx, `sign-in ${flooder.toString('base64url')}`, MINUTE_MS)
  const beyond = Math.max(0, flood.current - FLOOD_PER_MINUTE * factor)
  if (beyond > 0 && !isKnown) return { ...refusedTry(flood.ttl), delayMs: 0, onlyAccounts: null }
  const count = await countFailure(ctx, limitsOf(phone, address, factor), { isCountedAnyway: isKnown })
  const isPastLimit = beyond > 0 || count.waitSeconds > 0
  return {
    ...count,
    waitSeconds: isKnown ? 0 : count.waitSeconds,
    delayMs: Math.min(DELAY_MS.longest, beyond * DELAY_MS.each),
    onlyAccounts: isKnown && isPastLimit ? known.map(({ user_id }) => user_id) : null,
  }
}

function limitsOf(phone: string | null, address: string, factor: number): FailureLimit[] {
  const limit = (key: Buffer, free: number) => ({
    key,
    free: free * factor,
    longestWaitSeconds: LONGEST_WAIT_SECONDS,
  })
  const own = limit(tryKey('address', phone ?? '', address), FREE.address)
  // numbers that are none share no count: a slip of the finger would wait for those of others
  return phone === null ? [own] : [own, limit(tryKey('phone', phone), FREE.phone)]
}

/** Failures of all addresses in this window, this try among them. */
export const failuresOfAll = ({ failures }: TryCount): number => failures[1] ?? failures[0] ?? 0

/** The password was right: the try was no failure. */
export const forgiveTry = forgetFailures
