/** An email before it is laid out: what services write, the queue stores and the template renders. */
import type { Locale } from './locale.ts'

export interface MoneyCell {
  readonly label: string
  readonly amount: string
  readonly isFull: boolean
}

export interface EmailContent {
  readonly locale: Locale
  readonly name: string
  readonly about: string | null
  readonly headline: string
  /** Payer, held, payee, as a strip in the HTML; the text form says the same in `money`. */
  readonly moneyLine?: readonly MoneyCell[]
  readonly money?: readonly string[]
  readonly body: readonly string[]
  readonly link: string
  readonly linkLabel: string
  /** A second way on, below the first: it says what it is for. */
  readonly otherLink?: { readonly text: string; readonly link: string; readonly label: string }
  readonly publicUrl: string
}
