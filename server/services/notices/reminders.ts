/** When to remind of a deadline: at half and at nine tenths of its time; while settling, also when the team may be called. */
import { HOUR_MS, istDay, istHour, nextDay } from '../../../core/time.ts'

export type Reminder = 'half' | 'nine_tenths' | 'call_in'

/** A deadline that runs: since when, until when. `callInAt` only while two people settle a dispute. */
export interface Running {
  readonly from: number
  readonly dueAt: number
  readonly callInAt: number | null
}
interface Point {
  readonly at: number
  readonly kind: Reminder
}

function pointsOf({ from, dueAt, callInAt }: Running): Point[] {
  const share = (tenths: number): number => from + Math.floor(((dueAt - from) * tenths) / 10)
  const points: Point[] = [
    { at: share(5), kind: 'half' },
    { at: share(9), kind: 'nine_tenths' },
  ]
  if (callInAt !== null && callInAt > from) points.push({ at: callInAt, kind: 'call_in' })
  return points.filter((point) => point.at < dueAt).sort((a, b) => a.at - b.at)
}

export const nextReminderAt = (running: Running, after: number): number | null =>
  pointsOf(running).find((point) => point.at > after)?.at ?? null

/** What to say now. A clock that jumped past several says the last: nobody is told of half when a tenth is left. */
export function remindersDue(running: Running, since: number, now: number): Reminder[] {
  const passed = pointsOf(running).filter((point) => point.at >= since && point.at <= now)
  const time = passed.findLast((point) => point.kind !== 'call_in')
  const callIn = passed.find((point) => point.kind === 'call_in')
  return [time, callIn].flatMap((point) => (point ? [point.kind] : []))
}

const QUIET_FROM = 21
const QUIET_UNTIL = 8

/**
 * What is not urgent waits from 21:00 to 08:00 in India. Not past its own deadline, though: a reminder that comes
 * less than an hour before it is no use, so that one goes at once.
 */
export function outOfQuietHours(now: number, dueAt: number): number | null {
  const hour = istHour(now)
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return null
  const today = istDay(now)
  const day = hour >= QUIET_FROM ? nextDay(today) : today
  const morning = Date.parse(`${day}T0${QUIET_UNTIL}:00:00+05:30`)
  return morning + HOUR_MS > dueAt ? null : morning
}
