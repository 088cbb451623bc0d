/** The page of holdings: its template of the rendered pages (web/features/public/holdings.tsx), filled in. */
import type { Holdings } from '#core/contract/holdings.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { formatShortMoment } from '#core/time.ts'
import { fillIn, type PageContent, type PageTemplate } from './page-template.ts'

/** Null: they could not be read. */
function contentOf(holdings: Holdings | null, locale: Locale): PageContent {
  if (!holdings) return { slots: {}, holds: { failed: true } }
  const { figures, seal, checked_at } = holdings
  const asOf = Date.parse(holdings.as_of)
  // the foot of the page says which time its times are
  const moment = (iso: string | undefined | null) =>
    iso ? formatShortMoment(Date.parse(iso), asOf, locale) : ''
  return {
    slots: {
      as_of: moment(holdings.as_of),
      held: figures ? formatPaiseShort(figures.held_paise) : '',
      backing: figures ? formatPaiseShort(figures.backing_paise) : '',
      deals: String(figures?.deals ?? ''),
      least: String(holdings.least_deals),
      step: formatPaiseShort(holdings.rounded_to_paise),
      checked: moment(checked_at),
      seal_no: String(seal?.no ?? ''),
      seal_at: moment(seal?.sealed_at),
      seal_hash: seal?.hash ?? '',
    },
    holds: {
      ...{ read: true, figures: figures !== null, few: figures === null },
      ...{ covered: holdings.is_covered, short: !holdings.is_covered, sealed: seal !== null },
      ...{ checked: checked_at !== null && holdings.is_sound, unsound: !holdings.is_sound },
    },
  }
}

export const holdingsHtml = (template: PageTemplate, holdings: Holdings | null, locale: Locale): string =>
  fillIn(template, contentOf(holdings, locale))
