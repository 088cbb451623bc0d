/**
 * Limits of guessing the second factor, by whoever knows the password: by account and address, and by account over all
 * addresses. A device or an address that has shown the second factor before never waits for the failures of others, so
 * that nobody can keep an owner out; its own failures delay it.
 */
import { knownOriginsOf } from '#server/repositories/known-origins.ts'
import { countFailure, forgetFailures, type TryCount, tryKey } from '#server/services/account/failed-tries.ts'
import { networkOf, originsOf, rememberOrigin } from '#server/services/account/origins.ts'
import type { UserCtx } from '#server/services/context.ts'

/** Failures before tries wait: of one address or known device, and of all the others together. */
const FREE = { own: 5, all: 20 }
/** At most so many guesses an hour from unknown places: of a million codes three are right at a time. */
const LONGEST_WAIT_SECONDS = { own: 30, all: 300 }

const SCOPE = 'second factor'

export async function beginFactorTry(ctx: UserCtx, factor: number): Promise<TryCount> {
  const { origin, user } = ctx
  const known = await knownOriginsOf(ctx.tx, user.id, await originsOf(ctx, SCOPE))
  const place = known.includes('device') ? `device ${origin?.deviceId}` : networkOf(origin?.address ?? '')
  const own = {
    key: tryKey(SCOPE, String(user.id), place),
    free: FREE.own * factor,
    longestWaitSeconds: LONGEST_WAIT_SECONDS.own,
  }
  const all = {
    key: tryKey(SCOPE, String(user.id)),
    free: FREE.all * factor,
    longestWaitSeconds: LONGEST_WAIT_SECONDS.all,
  }
  return countFailure(ctx, known.length > 0 ? [own] : [own, all])
}

export const forgiveFactorTry = forgetFailures

/** Apart from the places that know the password: those may be a thief's. */
export const rememberFactorOrigin = (ctx: UserCtx): Promise<void> => rememberOrigin(ctx, ctx.user.id, SCOPE)
