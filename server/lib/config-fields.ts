/** What the variables of the environment are made of. */
import { isIP } from 'node:net'
import { z } from 'zod'

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
