/**
 * Where the chart's boxes stand and its arrows run. The main road goes down on the left, returns in the middle, disputes
 * on the right, so that no arrow crosses a box. A state that has no place here stops the drawing.
 */
import { STATES, STATUSES, type Status } from '#core/lifecycle/states.ts'
import { TRANSITIONS, type Transition } from '#core/lifecycle/transitions.ts'

export type ChartPoint = readonly [x: number, y: number]

const PLACES: Partial<Record<Status, ChartPoint>> = {
  proposed: [0, 0],
  agreed: [0, 1],
  funded: [0, 2],
  in_delivery: [0, 3],
  delivered: [0, 4],
  return_requested: [1, 4],
  returning: [1, 5],
  return_in_transit: [1, 6],
  disputed: [2, 3],
  negotiating: [2, 4],
  mediation: [2, 5],
}

export const OPEN: readonly Status[] = STATUSES.filter((status) => !STATES[status].terminal)

export function placeOf(status: Status): ChartPoint {
  const place = PLACES[status]
  if (!place) throw new Error(`the chart has no place for the state ${status}`)
  return place
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Moves between two open states, one arrow for all that lead the same way. */
export interface Arrow {
  readonly from: Status
  readonly to: Status
  readonly rows: readonly Transition[]
}
export function arrows(): Arrow[] {
  const byEnds = new Map<string, Arrow>()
  for (const row of TRANSITIONS) {
    const { from, to } = row
    if (from === null || from === to || STATES[to].terminal) continue
    const key = `${from} ${to}`
    byEnds.set(key, { from, to, rows: [...(byEnds.get(key)?.rows ?? []), row] })
  }
  return [...byEnds.values()]
}

/** Whether an arrow goes straight down, with room for words beside it. */
export const isDown = (from: Status, to: Status): boolean => {
  const [a, b] = [placeOf(from), placeOf(to)]
  return a[0] === b[0] && b[1] > a[1]
}

/** Moves that are written into the box: those that end the deal, leave it where it is, or lead to its side. */
export const rowsWithin = (status: Status) => {
  const rows = TRANSITIONS.filter((row) => row.from === status)
  return {
    leading: rows.filter((row) => row.to !== status && !STATES[row.to].terminal && !isDown(status, row.to)),
    ending: rows.filter((row) => STATES[row.to].terminal),
    staying: rows.filter((row) => row.to === status),
  }
}

const right = ({ x, width }: Box): number => x + width
const middle = ({ x, width }: Box): number => x + width / 2
const bottom = ({ y, height }: Box): number => y + height

/** The corners of an arrow. `lane` sets arrows apart that run in the same gap. */
export function path(from: Box, to: Box, lane: number): ChartPoint[] {
  const isBelow = to.y >= bottom(from)
  if (from.x === to.x) {
    if (isBelow)
      return [
        [middle(from), bottom(from)],
        [middle(to), to.y],
      ]
    const x = from.x - 14
    return [
      [from.x, from.y + 20],
      [x, from.y + 20],
      [x, bottom(to) - 20],
      [to.x, bottom(to) - 20],
    ]
  }
  const start: ChartPoint = [right(from), from.y + 20 + lane * 12]
  const end: ChartPoint = [to.x, to.y + 20 + lane * 12]
  if (start[1] === end[1]) return [start, end]
  // across the columns between, in the space above the row it starts from
  const gap = to.x - 16 - lane * 10
  const isFar = to.x - right(from) > from.width
  if (!isFar) return [start, [gap, start[1]], [gap, end[1]], end]
  const above = from.y - 12 - lane * 6
  const out = right(from) + 14
  return [start, [out, start[1]], [out, above], [gap, above], [gap, end[1]], end]
}
