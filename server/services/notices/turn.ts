/** Whose turn it is, what he has to do, until when, and what happens otherwise. */
import type { Track } from '../../../core/ids.ts'
import type { Moving } from '../../../core/lifecycle/allowed.ts'
import { isTerminal, type Status } from '../../../core/lifecycle/states.ts'
import { formatMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { After } from './after.ts'
import type { Locale, Scene } from './scene.ts'
import type { Vars } from './words.ts'

type Say = (vars: Vars, options: { locale: Locale }) => string
export interface Teller {
  readonly scene: Scene
  readonly after: After
  readonly view: Moving
  readonly locale: Locale
  readonly vars: Vars
}

const WHAT_TO_DO: Partial<Record<Status, Say>> = {
  proposed: m.mail_todo_proposed,
  agreed: m.mail_todo_agreed,
  in_delivery: m.mail_todo_deliver,
  delivered: m.mail_todo_check,
  return_requested: m.mail_todo_return_answer,
  returning: m.mail_todo_send_back,
  return_in_transit: m.mail_todo_return_arrival,
  disputed: m.mail_todo_respond,
  negotiating: m.mail_todo_settle,
  mediation: m.mail_todo_decide,
}

function taskOf({ status, complainant, fees }: After, track: Track, mover: Moving): Say {
  if (status === 'funded') return track === 'shopping' ? m.mail_todo_send : m.mail_todo_start
  if (status === 'in_delivery' && mover === 'payer') return m.mail_todo_extension
  if (status === 'disputed' && mover === complainant) return m.mail_todo_fee
  if (status === 'disputed' && mover !== 'team' && !fees[mover].isDue) return m.mail_todo_answer
  return WHAT_TO_DO[status] ?? m.mail_turn_nobody
}

const ELSE: Partial<Record<Status, Say>> = {
  proposed: m.mail_else_offer,
  agreed: m.mail_else_unpaid,
  funded: m.mail_else_refund,
  in_delivery: m.mail_else_refund,
  delivered: m.mail_else_release,
  return_requested: m.mail_else_return,
  returning: m.mail_else_release,
  return_in_transit: m.mail_else_refund,
  negotiating: m.mail_else_mediation,
  mediation: m.mail_else_halves,
}

function otherwise({ after, vars, locale }: Teller): string {
  const { status, complainant, fees } = after
  const isUnpaid = complainant !== null && fees[complainant].isDue
  const inDispute = isUnpaid ? m.mail_else_complaint_fee : m.mail_else_complaint
  const say = status === 'disputed' ? inDispute : ELSE[status]
  return say ? m.mail_otherwise({ consequence: say(vars, { locale }) }, { locale }) : ''
}

export const whatToDo = (teller: Teller): string => {
  const { after, scene, view, vars, locale } = teller
  const mover = after.move.includes(view) ? view : (after.move[0] ?? view)
  return taskOf(after, scene.track, mover)(vars, { locale })
}

function whose(teller: Teller): string {
  const { after, scene, view, locale } = teller
  const what = whatToDo(teller)
  const nameOf = (mover: Moving): string =>
    mover === 'team' ? m.mail_name_team({}, { locale }) : scene[mover].name
  const [one, two] = after.move.filter((mover) => mover !== view).map(nameOf)
  const isAlike = after.status === 'negotiating'
  if (!after.move.includes(view)) {
    const name = two === undefined ? (one ?? '') : m.mail_and({ one: one ?? '', two }, { locale })
    return m.mail_turn_other({ name, what }, { locale })
  }
  return one !== undefined && isAlike
    ? m.mail_turn_both({ name: one, what }, { locale })
    : m.mail_turn_you({ what }, { locale })
}

/** Empty parts left out; a deal that has ended asks nothing of anybody. */
export function turnLines(teller: Teller): string[] {
  const { after, locale } = teller
  if (isTerminal(after.status) || after.dueAt === null) return [m.mail_turn_nobody({}, { locale })]
  const until = m.mail_until({ until: formatMoment(after.dueAt, locale) }, { locale })
  return [whose(teller), until, otherwise(teller)].filter((line) => line !== '')
}
