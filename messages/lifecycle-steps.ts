/** What is to be done in a deal, and whose move it is. */
import type { Track } from '#core/ids.ts'
import type { Moving } from '#core/lifecycle/allowed.ts'
import type { Party, Status } from '#core/lifecycle/states.ts'
import { m } from './compiled/messages.js'
import { listText } from './list-text.ts'
import type { MessageText, TextOptions } from './message-text.ts'

/** A deal as one reader sees it. */
export interface CurrentStep {
  readonly status: Status
  readonly track: Track
  readonly viewer: Moving
  readonly movers: readonly Moving[]
  readonly complainant: Party | null
  /** Whose dispute fee is still to be paid. */
  readonly feesDue: readonly Moving[]
  readonly amount: string
  readonly names: Readonly<Record<Party, string>>
}
type TaskText = MessageText<{ amount: string }>

const TASKS: Partial<Record<Status, TaskText>> = {
  proposed: m.lifecycle_todo_proposed,
  agreed: m.lifecycle_todo_agreed,
  delivered: m.lifecycle_todo_delivered,
  return_requested: m.lifecycle_todo_return_requested,
  returning: m.lifecycle_todo_returning,
  return_in_transit: m.lifecycle_todo_return_in_transit,
  negotiating: m.lifecycle_todo_negotiating,
  mediation: m.lifecycle_todo_mediation,
}

/** The reader, where they have to move. */
const moverOf = ({ movers, viewer }: CurrentStep): Moving =>
  movers.includes(viewer) ? viewer : (movers[0] ?? viewer)

function taskOf(step: CurrentStep, mover = moverOf(step)): TaskText | undefined {
  const { status, track, complainant, feesDue } = step
  const isGoods = track === 'shopping'
  if (status === 'funded') return isGoods ? m.lifecycle_todo_ship : m.lifecycle_todo_start
  if (status === 'in_delivery') {
    if (mover === 'payer') return m.lifecycle_todo_extension
    return isGoods ? m.lifecycle_todo_deliver : m.lifecycle_todo_deliver_work
  }
  if (status === 'disputed') {
    if (mover === complainant) return m.lifecycle_todo_fee
    return feesDue.includes(mover) ? m.lifecycle_todo_disputed : m.lifecycle_todo_answer
  }
  return TASKS[status]
}

/** "ship it and enter the tracking number": the reader's task, or that of whoever has to move. */
export const taskText = (step: CurrentStep, options?: TextOptions): string =>
  taskOf(step)?.({ amount: step.amount }, options) ?? ''

/** "Your turn: ship it…", "Waiting for Ravi Traders to …". Who has something else to do is not named beside it. */
export function moveText(step: CurrentStep, options?: TextOptions): string {
  const { movers, viewer, names } = step
  if (movers.length === 0) return m.lifecycle_move_nobody({}, options)
  const what = taskText(step, options)
  const others = movers
    .filter((mover) => mover !== viewer && taskOf(step, mover) === taskOf(step))
    .map((mover) => (mover === 'team' ? m.lifecycle_our_team({}, options) : names[mover]))
  const name = listText(others, options)
  if (!movers.includes(viewer)) return m.lifecycle_move_other({ name, what }, options)
  return others.length === 0
    ? m.lifecycle_move_yours({ what }, options)
    : m.lifecycle_move_both({ name, what }, options)
}
