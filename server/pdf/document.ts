/** A document as plain data: every word chosen and every figure formatted. The drawing code knows nothing of deals. */
import type { Locale } from '#core/locale.ts'
import type { ReadableFile } from '#server/files/store.ts'

export interface PdfMoneyCell {
  readonly label: string
  readonly name: string
  readonly amount: string
  readonly isFull: boolean
}

export type PdfFact = readonly [label: string, value: string]

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly PdfFact[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Below them, and set off from them. */
      readonly total?: readonly string[]
      /** Relative to their sum. */
      readonly widths: readonly number[]
      /** The last column holds amounts. */
      readonly isMoney?: boolean
      readonly isSmall?: boolean
    }
  /** Whoever acted, as people sign a paper: two beside each other. */
  | { readonly kind: 'signatures'; readonly items: readonly PdfSignature[] }
  /** Where the photos of the content stand. */
  | { readonly kind: 'photos' }
  /** Hashes and the like, in a monospaced font. */
  | { readonly kind: 'codes'; readonly rows: readonly (readonly [label: string, code: string])[] }

/** Of the goods, as the terms name it. */
export interface PdfPhoto {
  readonly caption: string
  readonly file: ReadableFile['file']
  /** Base64; none until it was read, or where it cannot be. */
  readonly jpeg?: string
}

/** One act of one person: who they are, what they did, when, and the hash that proves it. */
export interface PdfSignature {
  readonly name: string
  readonly act: string
  readonly at: string
  readonly code: string
}

export interface PdfContent {
  readonly locale: Locale
  readonly brand: string
  readonly title: string
  readonly number: string
  readonly issued: string
  /** Payer, held, payee; empty in documents about no money. */
  readonly moneyLine: readonly PdfMoneyCell[]
  readonly blocks: readonly PdfBlock[]
  readonly photos?: readonly PdfPhoto[]
  /** Where a document of a deal is checked; its address is drawn as a QR code too. */
  readonly check?: string
  readonly checkUrl?: string
  readonly footer: string
  readonly page: string
}

/** A page of A6 to hang up; the address is drawn as a QR code. */
export interface PdfPoster {
  readonly kind: 'poster'
  readonly locale: Locale
  readonly brand: string
  readonly title: string
  readonly price: string
  readonly shop: string
  readonly scan: string
  readonly promise: string
  readonly url: string
}

export type Drawable = PdfContent | PdfPoster
