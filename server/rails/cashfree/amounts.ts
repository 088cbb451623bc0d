/** Cashfree writes rupees with a point, Amanat counts paise. Both ways exact: by the digits, never by a multiplication. */
import { z } from 'zod'

/** 250000 paise are `2500.00`, which JSON has as the number 2500. */
export const rupeesOf = (paise: number): number =>
  Number(`${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)

/** In paise; more than two digits after the point are no amount. */
export const paiseField = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/))
  .transform((text) => {
    const [whole = '', part = ''] = text.split('.')
    return Number(`${whole}${part.padEnd(2, '0')}`)
  })

/** The same, and below zero where a report has it so. */
export const signedPaiseField = z.union([z.number(), z.string()]).transform((value, context) => {
  const text = String(value)
  const read = paiseField.safeParse(text.replace(/^-/, ''))
  if (read.success) return text.startsWith('-') && read.data > 0 ? -read.data : read.data
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
