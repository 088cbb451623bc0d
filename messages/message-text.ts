import type { Locale } from '#core/locale.ts'

/** Without a locale a message comes in the language of the page. The server names one: it serves all languages at once. */
export interface TextOptions {
  readonly locale?: Locale
}
export type MessageText<Inputs = Record<string, never>> = (inputs: Inputs, options?: TextOptions) => string
