/** Failures in a window, and the wait of the next try once there are too many. Each try counts as one until it proves right. */
import { createHash } from 'node:crypto'
import { MINUTE_MS } from '#core/time.ts'
import { forgiveFailure, lockFailures, setFailures } from '#server/repositories/sign-in-failures.ts'
import type { Ctx } from '#server/services/context.ts'

const WINDOW_MS = 15 * MINUTE_MS

export const tryKey = (...parts: string[]): Buffer => createHash('sha256').update(parts.join(' ')).digest()

export interface FailureLimit {
  readonly key: Buffer
  /** Failures before tries wait. */
  readonly free: number
  readonly longestWaitSeconds: number
}

export interface TryCount {
  /** Above 0: refused, for so many seconds. */
  readonly waitSeconds: number
  /** The counts that this try was added to: those of its place first, then those of all. */
  readonly keys: readonly Buffer[]
  /** Of each key, this try among them. */
  readonly failures: readonly number[]
}

/** 2, 4, 8, 16 seconds and so on. */
const delaySeconds = (failures: number, { free, longestWaitSeconds }: FailureLimit): number =>
  failures < free ? 0 : Math.min(longestWaitSeconds, 2 ** Math.min(10, failures - free + 1))

const secondsOf = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1_000))

export const refusedTry = (waitMs: number): TryCount => ({
  waitSeconds: secondsOf(waitMs),
  keys: [],
  failures: [],
})

/**
 * Tries at the same moment are counted one after another: they must not all pass below the limit. `isCountedAnyway`: also
 * while it would have to wait, for a caller that may let it pass.
 */
export async function countFailure(
  ctx: Ctx,
  limits: readonly FailureLimit[],
  { isCountedAnyway = false }: { readonly isCountedAnyway?: boolean } = {},
): Promise<TryCount> {
  const keys = limits.map(({ key }) => key)
  const counts = await lockFailures(ctx.tx, keys, WINDOW_MS)
  const waitMs = Math.max(...counts.map((count) => count.waitMs))
  if (waitMs > 0 && !isCountedAnyway) return refusedTry(waitMs)
  const failures = counts.map((count) => count.failures + 1)
  for (const [i, limit] of limits.entries()) {
    const count = failures[i] ?? 1
    await setFailures(ctx.tx, {
      key: limit.key,
      failures: count,
      waitMs: delaySeconds(count, limit) * 1_000,
    })
  }
  return { waitSeconds: waitMs > 0 ? secondsOf(waitMs) : 0, keys, failures }
}

/** It was right: none for its place, one less for all places together. */
export async function forgetFailures(ctx: Ctx, { keys: [own, ...others] }: TryCount): Promise<void> {
  if (own) await forgiveFailure(ctx.tx, { all: [own], one: others })
}
