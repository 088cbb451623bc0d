/** argon2id with 19 MiB and two passes; four at once, so that a flood of sign-ins cannot exhaust the memory. */
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// 2 is argon2id; the package's const enum cannot be imported in a module that is compiled alone.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const limit = pLimit(4)

export const hashPassword = (password: string): Promise<string> => limit(() => hash(password, OPTIONS))

/** A hash that no password matches, so that an unknown phone number takes as long as a wrong password. */
let decoy: Promise<string> | null = null

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(Math.random().toString(36))
  const reference = stored ?? (await decoy)
  const isMatch = await limit(() => verify(reference, password))
  return stored !== null && isMatch
}
