/** Which of the team's disputes are shown, and which comes first. The whole queue is in the page: five hundred at most. */
import type { OpenCase } from '#core/contract/dispute-desk.ts'

/** `late` is past the time to decide; `second` waits for another one of the team. */
const QUEUE_STATES = ['mine', 'free', 'second', 'late'] as const
type QueueState = (typeof QUEUE_STATES)[number]

const FITS: Readonly<Record<QueueState, (row: OpenCase, now: number) => boolean>> = {
  mine: ({ owner }) => owner?.mine === true,
  free: ({ owner }) => owner === null,
  second: ({ proposed }) => proposed,
  late: ({ due_at }, now) => due_at !== null && Date.parse(due_at) < now,
}

const folded = (text: string): string => text.toLocaleLowerCase('en').trim()

interface QueueQuery {
  readonly state?: string | undefined
  readonly search: string
  readonly order?: string | undefined
  readonly now: number
}

/** The disputes as the server sends them have the next deadline first. An unknown state or order is none. */
export function casesOf(
  cases: readonly OpenCase[],
  { state, search, order, now }: QueueQuery,
): readonly OpenCase[] {
  const known = QUEUE_STATES.find((name) => name === state)
  const fits = known ? FITS[known] : () => true
  const text = folded(search)
  const rows = cases.filter(
    (row) =>
      fits(row, now) &&
      [row.form_pk, row.product, row.payer.name, row.payee.name].some((part) => folded(part).includes(text)),
  )
  if (order === '-amount_paise') return [...rows].sort((one, other) => other.amount_paise - one.amount_paise)
  if (order === 'filed_at') return [...rows].sort((one, other) => one.filed_at.localeCompare(other.filed_at))
  return rows
}
