/** The languages of pages, emails and documents. */
export const LOCALES = ['en', 'hi'] as const
export type Locale = (typeof LOCALES)[number]

const DEVANAGARI_ZERO = 0x966

/** As a keyboard in Hindi types them: `१,०००` is `1,000`; all else stays as it is. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
