/** The date that both agreed on for work: the deadline is two days after it, and silent about how late the work is. */
import type { Deal } from '#core/contract/deals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { inDays, shortMoment } from '#web/lib/format.ts'

interface AgreedDate {
  readonly words: string
  /** "2 hours late."; empty before. */
  readonly late: string
}

/** Null for goods, where the deadline is the date; once the work was handed over; and where a later date took its place. */
export function agreedDate({ track, status, terms, events, now }: Deal): AgreedDate | null {
  const isWaiting = track === 'services' && (status === 'funded' || status === 'in_delivery')
  if (!isWaiting || events.some(({ name }) => name === 'deliver' || name === 'grant_extension')) return null
  const at = Date.parse(String(terms.date_of_completion))
  if (Number.isNaN(at)) return null
  const nowMs = Date.parse(now)
  return { words: m.deal_agreed_for({ time: shortMoment(at, nowMs) }), late: lateWords(nowMs - at) }
}

/** In the largest unit that is not a half-truth. */
function lateWords(lateMs: number): string {
  if (lateMs < MINUTE_MS) return ''
  const step = lateMs >= 2 * DAY_MS ? DAY_MS : lateMs >= HOUR_MS ? HOUR_MS : MINUTE_MS
  return m.deal_late({ long: inDays(lateMs - (lateMs % step)) })
}
