/** What the variables of the environment are made of. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { ConfigError } from '#server/lib/operator-error.ts'

export const urlOf = (...schemes: string[]) =>
  z.string().refine((text) => {
    try {
      return schemes.includes(new URL(text).protocol)
    } catch {
      return false
    }
  })
export const oneOf = <T extends string>(...values: [T, ...T[]]) => z.enum(values)
export const yesNo = oneOf('0', '1').transform((text) => text === '1')
export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))

/** `10.0.0.5` or `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
export const networks = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isNetwork))

/** 32 random bytes in base64. */
export const keyField = z
  .base64()
  .transform((key) => Buffer.from(key, 'base64'))
  .refine((key) => key.length === 32)

/** All of them or none; with `because` all of them are required. */
export function together<V extends object, N extends keyof V & string>(
  values: V,
  names: readonly N[],
  because?: string,
): { [K in N]: NonNullable<V[K]> } | undefined {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === 0) return values as { [K in N]: NonNullable<V[K]> }
  if (missing.length === names.length && !because) return undefined
  throw new ConfigError(
    `${missing.join(', ')} must be set${because ? ` with ${because}. See .env.example` : `: ${names.join(', ')} go together`}.`,
  )
}

const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i

/** `amanat.internal:3000, 10.1.2.3:3000` */
export const hostNames = z
  .string()
  .transform((list) =>
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((list) => list.every((name) => HOST.test(name)))
