/** The languages of pages, emails and documents. */
export const LOCALES = ['en', 'hi'] as const
export type Locale = (typeof LOCALES)[number]
