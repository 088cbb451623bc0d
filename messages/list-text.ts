import type { Locale } from '#core/locale.ts'
import { getLocale } from './compiled/runtime.js'
import type { TextOptions } from './message-text.ts'

/** Made once: a message has two lists, and making their formats was a third of composing it. */
const FORMATS: Readonly<Record<Locale, Intl.ListFormat>> = {
  en: new Intl.ListFormat('en'),
  hi: new Intl.ListFormat('hi'),
}

/** "Asha Rao, Ravi Traders and our team". */
export const listText = (items: readonly string[], options?: TextOptions): string =>
  FORMATS[options?.locale ?? getLocale()].format(items)
