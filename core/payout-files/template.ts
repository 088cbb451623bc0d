/** A layout that the operator writes for a bank without one here: which field or constant stands in which column. */
import { z } from 'zod'
import type { Layout } from './formats.ts'
import {
  dayFirst,
  type PayoutFileInput,
  type PayoutLine,
  payoutMode,
  plainRupees,
  plainText,
} from './lines.ts'

const FIELDS = ['code', 'mode', 'name', 'account', 'ifsc', 'amount', 'date', 'debit_account'] as const

/** Six digits in a row, an IFSC or a UPI id, however it is spaced. */
const LIKE_A_TARGET = /\d{6}|[A-Z]{4}0[A-Z0-9]{6}|@/i
const isLikeTarget = (text: string): boolean =>
  LIKE_A_TARGET.test(text.normalize('NFKC').replace(/[\s./\\_-]+/g, ''))

const column = z
  .object({
    title: z.string().max(60),
    field: z.enum(FIELDS).optional(),
    /** Stands in every row. A formula would run in the spreadsheet of whoever opens the file. */
    constant: z
      .string()
      .max(60)
      .regex(/^(?![=+\-@\t\r])/)
      // under the title of the beneficiary it would send the whole file to one account
      .refine((text) => !isLikeTarget(text))
      .optional(),
  })
  .refine(({ field, constant }) => field === undefined || constant === undefined)

export const payoutTemplate = z
  .object({
    columns: z.array(column).min(4).max(60),
    delimiter: z.enum([',', ';', '|', '\t']).default(','),
    date: z.enum(['iso', 'slashes', 'dashes']).default('slashes'),
    header: z.boolean().default(true),
    extension: z
      .string()
      .regex(/^[a-z0-9]{1,4}$/)
      .default('csv'),
  })
  // without the four nobody can be paid, or the payment cannot be told in the statement
  .refine(({ columns }) =>
    (['code', 'account', 'ifsc', 'amount'] as const).every((field) =>
      columns.some((entry) => entry.field === field),
    ),
  )
export type PayoutTemplate = z.output<typeof payoutTemplate>

const dateIn = (day: string, form: PayoutTemplate['date']): string =>
  form === 'iso' ? day : dayFirst(day, form === 'slashes' ? '/' : '-')

function fieldOf(
  field: (typeof FIELDS)[number],
  template: PayoutTemplate,
): (line: PayoutLine, input: PayoutFileInput) => string {
  switch (field) {
    case 'code':
      return ({ code }) => code
    case 'mode':
      return (line, { debitIfsc }) => payoutMode(line, debitIfsc)
    case 'name':
      return ({ name }) => plainText(name, 40)
    case 'account':
      return ({ accountNumber }) => accountNumber
    case 'ifsc':
      return ({ ifsc }) => ifsc
    case 'amount':
      return ({ amountPaise }) => plainRupees(amountPaise)
    case 'date':
      return (_, { day }) => dateIn(day, template.date)
    case 'debit_account':
      return (_, { debitAccountNumber }) => debitAccountNumber
  }
}

/** The template as a layout like those of the banks. */
export const templateLayout = (template: PayoutTemplate): Layout => ({
  kind: 'csv',
  hasHeader: template.header,
  fileName: ({ day, sequence }) => `payouts-${day}-${sequence + 1}.${template.extension}`,
  columns: template.columns.map(({ title, field, constant = '' }) => ({
    title,
    value: field === undefined ? () => constant : fieldOf(field, template),
  })),
})
