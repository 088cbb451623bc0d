/** Where a sign-in comes from: the device id that a browser keeps, and the address. Stored as hashes under our own secret. */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { newToken } from '#server/lib/tokens.ts'
import {
  forgetOrigins,
  hasNewDevice,
  type KnownPlace,
  knownOrigins,
  type OriginHash,
  type OriginKind,
  rememberOrigins,
} from '#server/repositories/known-origins.ts'
import type { Ctx } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

/** One household or phone has a /64 of IPv6 and changes the rest at will. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

/** `scope`: what was shown there; signing in with a password unless said otherwise. */
export async function originsOf(ctx: Ctx, scope = ''): Promise<OriginHash[]> {
  const secret = await sealedSecret(ctx, 'known-origins', newToken())
  const hash = (kind: OriginKind, text: string): OriginHash => ({
    kind,
    hash: createHmac('sha256', secret).update(`${scope}${kind} ${text}`).digest(),
  })
  const { address, deviceId } = ctx.origin ?? {}
  return [
    ...(deviceId ? [hash('device', deviceId)] : []),
    ...(address ? [hash('address', networkOf(address))] : []),
  ]
}

/** Which of the device and the address have signed in to accounts that name this phone before. */
export const findKnownOrigins = async (ctx: Ctx, phone: string): Promise<readonly KnownPlace[]> =>
  knownOrigins(ctx.tx, phone, await originsOf(ctx))

export const rememberOrigin = async (ctx: Ctx, userId: number, scope = ''): Promise<void> =>
  rememberOrigins(ctx.tx, userId, await originsOf(ctx, scope))

/** A device signed in to the account for the first time within so many days, or asks now without having signed in. */
export async function isDeviceNew(ctx: Ctx, userId: number, days: number): Promise<boolean> {
  const origins = await originsOf(ctx)
  return origins.length > 0 && (await hasNewDevice(ctx.tx, userId, { origins, days }))
}

/** After a password reset only who has set the new password is known. */
export async function forgetOtherOrigins(ctx: Ctx, userId: number): Promise<void> {
  await forgetOrigins(ctx.tx, userId)
  await rememberOrigin(ctx, userId)
}
