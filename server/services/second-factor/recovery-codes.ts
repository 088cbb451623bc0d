/** Ten codes for the day the phone is gone: 80 bits each, stored as SHA-256, each good for once. */
import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { tokenHash } from '#server/lib/tokens.ts'
import { replaceRecoveryCodes } from '#server/repositories/second-factors.ts'
import type { UserCtx } from '#server/services/context.ts'

const COUNT = 10
const BYTES = 10

/** Base32 has no 0, 1 and 8, which people misread. In groups, to be copied from paper. */
const newRecoveryCode = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32.replace(/(.{4})(?=.)/g, '$1-')

export const recoveryCodeHash = (code: string): Buffer => tokenHash(code.replace(/[\s-]/g, '').toUpperCase())

/** The only time that they are readable. */
export async function issueRecoveryCodes(ctx: UserCtx): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newRecoveryCode)
  await replaceRecoveryCodes(ctx.tx, ctx.user.id, codes.map(recoveryCodeHash))
  return codes
}
