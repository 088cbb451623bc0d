/** A paper as plain data: every word chosen and every figure formatted. What draws it knows nothing of deals. */

export interface PaperSeat {
  readonly label: string
  readonly name: string
  readonly amount: string
  readonly isFull: boolean
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Shares of the width. */
      readonly widths: readonly number[]
      /** The last column holds amounts. */
      readonly isMoney?: boolean
    }
  /** Hashes and the like, to be compared by eye. */
  | { readonly kind: 'codes'; readonly rows: readonly (readonly [label: string, code: string])[] }

export interface Paper {
  readonly locale: 'en' | 'hi'
  readonly brand: string
  readonly title: string
  readonly number: string
  readonly issued: string
  /** The money line: payer, held, payee. Empty where no money is meant. */
  readonly seats: readonly PaperSeat[]
  readonly blocks: readonly Block[]
  readonly check: string
  readonly checkUrl: string
  /** The squares of the check's QR code, row by row; drawn by the server. */
  readonly footer: string
  readonly page: string
}
