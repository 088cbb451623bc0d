/** argon2id, 19 MiB, two passes; at most four at once, so that a flood of sign-ins cannot eat the memory. */
import { hash, verify } from '@node-rs/argon2'

// 2 is argon2id; the package's const enum cannot be imported in a module that is compiled alone
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

/** A hash that no password has, so that an unknown phone takes as long as a wrong password. */
let decoy: Promise<string> | null = null

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(Math.random().toString(36))
  const against = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(against, password))
  return stored !== null && isRight
}
