/** What is dealt in, beside the spec's own fields: words of any kind. All optional, and terms as the rest is; core/described.ts reads them. */
import { z } from 'zod'
import { withoutUnshowable } from './fields.ts'
import { webHost } from './links.ts'

const DETAILS_MAX = 2000
const LINE_MAX = 100
const LINK_MAX = 1000

const lines = (text: string): string =>
  withoutUnshowable(text.normalize('NFC').replace(/\r\n?/g, '\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
const line = (text: string): string => lines(text).replace(/\s+/g, ' ')

const required = { error: 'required' }
const count = (text: string): number => [...text].length

/** Left out, null and blanks are the same: nothing was said. */
const optional = (max: number, tidy: (text: string) => string) =>
  z
    .union([z.string(), z.number()], required)
    .nullish()
    .transform((value) => tidy(String(value ?? '')) || undefined)
    .superRefine((text, context) => {
      if (text !== undefined && count(text) > max) context.addIssue({ code: 'custom', message: `max:${max}` })
    })

export const descriptionFields = {
  details: optional(DETAILS_MAX, lines).optional(),
  condition: optional(LINE_MAX, line).optional(),
  /** A serial number or an IMEI. */
  serial: optional(LINE_MAX, line).optional(),
  listing_url: optional(LINK_MAX, line)
    .refine((text) => text === undefined || webHost(text) !== null, { error: 'link' })
    .optional(),
}

const LIST_MAX = 20
const COUNT_MAX = 9999

/** What work delivers, with numbers: it can be counted when it comes. */
const deliverable = z.object({
  item: z
    .string(required)
    .transform(line)
    .superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: 'required' })
      else if (count(text) > LINE_MAX) context.addIssue({ code: 'custom', message: `max:${LINE_MAX}` })
    }),
  count: z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      ],
      { error: 'numbers_only' },
    )
    .refine((value) => value >= 1 && value <= COUNT_MAX, { error: 'numbers_only' }),
})

export const deliverableList = z
  .array(deliverable, required)
  .max(LIST_MAX, { error: `max:${LIST_MAX}` })
  .nullish()
  .transform((list) => (list && list.length > 0 ? list : undefined))
  .optional()
