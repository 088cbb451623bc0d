/**
 * Limits of guessing a password. Failures are counted by phone and address, and by phone over all addresses; beyond a
 * number of them each try waits, by thirty seconds at the most. A device or an address that has signed in to the account
 * before never waits for the failures of others, so that nobody can keep an owner out.
 */
import { MINUTE_MS } from '#core/time.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { Ctx } from '#server/services/context.ts'
import { countFailure, forgetFailures, refusedTry, type TryCount, tryKey } from './failed-tries.ts'
import { findKnownOrigins, networkOf } from './origins.ts'

/** Failures before tries wait: of one address, and of all addresses together. */
const FREE = { address: 10, phone: 60 }
const LONGEST_WAIT_SECONDS = 30
/** Sign-ins a minute of one address, right or wrong; of a known device, which only delays itself. */
const FLOOD_PER_MINUTE = 20

const FREE_TRY: TryCount = { waitSeconds: 0, keys: [], failures: [] }

/** Counts a try as a failure until it proves right: tries at the same moment must not all pass below the limit. */
export async function beginTry(ctx: Ctx, phone: string | null, factor: number): Promise<TryCount> {
  const known = phone === null ? [] : await findKnownOrigins(ctx, phone)
  const address = networkOf(ctx.origin?.address ?? '')
  const flooder = known.includes('device') ? `device ${ctx.origin?.deviceId} ${phone}` : address
  const flood = await countHit(ctx.tx, `sign-in ${tryKey(flooder).toString('base64url')}`, MINUTE_MS)
  if (flood.current > FLOOD_PER_MINUTE * factor) return refusedTry(flood.ttl)
  if (known.length > 0) return FREE_TRY
  const limit = (key: Buffer, free: number) => ({
    key,
    free: free * factor,
    longestWaitSeconds: LONGEST_WAIT_SECONDS,
  })
  const own = limit(tryKey('address', phone ?? '', address), FREE.address)
  // numbers that are none share no count: a slip of the finger would wait for those of others
  return countFailure(ctx, phone === null ? [own] : [own, limit(tryKey('phone', phone), FREE.phone)])
}

/** Failures of all addresses in this window, this try among them. */
export const failuresOfAll = ({ failures }: TryCount): number => failures[1] ?? failures[0] ?? 0

/** The password was right: the try was no failure. */
export const forgiveTry = forgetFailures
