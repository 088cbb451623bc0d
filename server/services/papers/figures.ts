/** Rules' lengths and shares in words. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts'
import type { Locale } from '../notices/scene.ts'

const unit = (value: number, of: 'day' | 'hour' | 'minute', locale: Locale): string =>
  new Intl.NumberFormat(`${locale}-IN`, { style: 'unit', unit: of, unitDisplay: 'long' }).format(value)

/** "48 hours", "8 days": in days from three up, as the rules are spoken. */
export function duration(ms: number, locale: Locale): string {
  if (ms % DAY_MS === 0 && ms >= 3 * DAY_MS) return unit(ms / DAY_MS, 'day', locale)
  if (ms % HOUR_MS === 0) return unit(ms / HOUR_MS, 'hour', locale)
  return unit(ms / MINUTE_MS, 'minute', locale)
}

/** 2500 basis points: "25%". */
export const percent = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(`${locale}-IN`, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  )
