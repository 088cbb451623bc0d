/** The code itself: six digits from the system's random source, of which only an HMAC is stored. */
import { createHmac, randomInt } from 'node:crypto'
import { newToken } from '#server/lib/tokens.ts'
import type { Ctx } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

/** Never 000000, which people type to try. */
export const newCode = (): string => String(randomInt(1, 1_000_000)).padStart(6, '0')

/** Bound to its row, so that a stored HMAC is of no use in another. */
export async function codeHmac(
  ctx: Pick<Ctx, 'tx' | 'settings'>,
  { id, code }: { id: string; code: string },
): Promise<Buffer> {
  const secret = await sealedSecret(ctx, 'verification-codes', newToken())
  return createHmac('sha256', secret).update(`${id} ${code}`).digest()
}

/** `••••••3210`, `a••••@example.com`: enough for its owner to know where to look. */
export function maskedContact(value: string): string {
  const [name = '', host] = value.split('@')
  return host === undefined ? `••••••${value.slice(-4)}` : `${name.slice(0, 1)}••••@${host}`
}
