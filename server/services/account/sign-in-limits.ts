/**
 * Limits of guessing a password. Failures are counted by phone and address, and by phone over all addresses; beyond a
 * number of them each try waits, by thirty seconds at the most. A device or an address that has signed in to the account
 * before never waits for the failures of others, so that nobody can keep an owner out.
 */
import { createHash } from 'node:crypto'
import { MINUTE_MS } from '#core/time.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import { forgiveFailure, lockFailures, setFailures } from '#server/repositories/sign-in-failures.ts'
import type { Ctx } from '#server/services/context.ts'
import { findKnownOrigins, networkOf } from './origins.ts'

export const WINDOW_MS = 15 * MINUTE_MS
/** Failures before tries wait: of one address, and of all addresses together. */
export const FREE = { address: 10, phone: 60 }
const LONGEST_WAIT_SECONDS = 30
/** Sign-ins a minute of one address, right or wrong; of a known device, which only delays itself. */
const FLOOD_PER_MINUTE = 20

export interface SignInTry {
  /** Above 0: refused, for so many seconds. */
  readonly waitSeconds: number
  /** The counts that this try was added to, before its password was looked at. */
  readonly keys: { readonly address: Buffer; readonly phone: Buffer } | null
  /** Failures of all addresses in this window, this try among them. */
  readonly failures: number
}

/** 2, 4, 8, 16, then 30 seconds. */
export const delaySeconds = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(10, failures - free + 1))

const keyOf = (...parts: string[]): Buffer => createHash('sha256').update(parts.join(' ')).digest()

const refused = (waitMs: number): SignInTry => ({
  waitSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  keys: null,
  failures: 0,
})
const FREE_TRY: SignInTry = { waitSeconds: 0, keys: null, failures: 0 }

/** Counts a try as a failure until it proves right: tries at the same moment must not all pass below the limit. */
export async function beginTry(ctx: Ctx, phone: string | null, factor: number): Promise<SignInTry> {
  const known = phone === null ? [] : await findKnownOrigins(ctx, phone)
  const address = networkOf(ctx.origin?.address ?? '')
  const flooder = known.includes('device') ? `device ${ctx.origin?.deviceId} ${phone}` : address
  const flood = await countHit(ctx.tx, `sign-in ${keyOf(flooder).toString('base64url')}`, MINUTE_MS)
  if (flood.current > FLOOD_PER_MINUTE * factor) return refused(flood.ttl)
  if (known.length > 0) return FREE_TRY
  return countTry(ctx, phone, address, factor)
}

async function countTry(ctx: Ctx, phone: string | null, address: string, factor: number): Promise<SignInTry> {
  const keys = { address: keyOf('address', phone ?? '', address), phone: keyOf('phone', phone ?? '') }
  // numbers that are none share no count: a slip of the finger would wait for those of others
  const names = phone === null ? (['address'] as const) : (['address', 'phone'] as const)
  const counts = await lockFailures(
    ctx.tx,
    names.map((name) => keys[name]),
    WINDOW_MS,
  )
  const waitMs = Math.max(...counts.map((count) => count.waitMs))
  if (waitMs > 0) return refused(waitMs)
  for (const [i, name] of names.entries()) {
    const failures = (counts[i]?.failures ?? 0) + 1
    const seconds = delaySeconds(failures, FREE[name] * factor)
    await setFailures(ctx.tx, { key: keys[name], failures, waitMs: seconds * 1_000 })
  }
  return { waitSeconds: 0, keys, failures: (counts[1]?.failures ?? 0) + 1 }
}

/** The password was right: the try was no failure. */
export async function forgiveTry(ctx: Ctx, { keys }: SignInTry): Promise<void> {
  if (keys) await forgiveFailure(ctx.tx, { all: [keys.address], one: [keys.phone] })
}
