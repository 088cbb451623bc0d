/**
 * Decides what an action or a deadline does to a deal: answers the transition to be written, or why not. Pure: the clock
 * and every id are handed in. Refusals come in a pinned order: forbidden (never yours), frozen, overdue, wrong_state (not
 * now), forbidden (not yours here), invalid input, guard.
 */
import { type Actor, type DealFacts, type Decision, type Refused, type Request, refused } from './facts.ts'
import { couldEverAct, failedGuard, holds, mayHere } from './guards.ts'
import { feeFates, holdParts } from './hold-parts.ts'
import { nextFacts } from './next-facts.ts'
import { type Action, TRANSITIONS, type Transition } from './transitions.ts'
import { validateInput } from './validate-input.ts'

const rowsByAction = new Map<Action, Transition[]>()
for (const row of TRANSITIONS)
  if ('action' in row.on) rowsByAction.set(row.on.action, [...(rowsByAction.get(row.on.action) ?? []), row])

const fits = (row: Transition, facts: DealFacts) =>
  row.from === facts.status && (row.track === undefined || row.track === facts.track)

/** While the money of a deal is in doubt: its fees still arrive, and the doubt ends. No deadline passes. */
const WHILE_FROZEN: readonly Action[] = ['pay_fee', 'charged_back']
const standsStill = ({ frozenSince }: DealFacts, action: Action): boolean =>
  frozenSince !== null && !WHILE_FROZEN.includes(action)
const isOver = ({ dueAt, frozenSince }: DealFacts, now: number): boolean =>
  dueAt !== null && frozenSince === null && now >= dueAt

/** Who wants which action, and when: all that is known before any input. */
export type RequestedAction = Pick<Request, 'action' | 'by' | 'now'>

/** The rows that this actor may take here and now, or the refusal; no input is looked at. */
function rowsFor(facts: DealFacts, { action, by, now }: RequestedAction): Transition[] | Refused {
  const rows = rowsByAction.get(action) ?? []
  if (!rows.some((row) => couldEverAct(row, facts, by))) return refused('forbidden')
  if (standsStill(facts, action)) return refused('frozen')
  if (isOver(facts, now)) return refused('overdue')
  const fitting = rows.filter((row) => fits(row, facts))
  if (fitting.length === 0) return refused('wrong_state')
  const open = fitting.filter((row) => mayHere(row, facts, by))
  if (open.length === 0) return refused(action === 'accept_split' ? 'own_offer' : 'forbidden')
  return open
}

/** The refusal that is known before any input, or null. Without it, a stranger to an action would be told its fields. */
export function refusalBeforeInput(facts: DealFacts, request: RequestedAction): Refused | null {
  const rows = rowsFor(facts, request)
  return Array.isArray(rows) ? null : rows
}

/** What an action does to a deal. Refuses; never throws on a wrong request. */
export function decide(facts: DealFacts, request: Request): Decision | Refused {
  const rows = rowsFor(facts, request)
  if (!Array.isArray(rows)) return rows
  const problem = validateInput(facts, request)
  if (problem) return problem
  const row = rows.find((candidate) => holds(candidate, facts, request))
  return row ? decisionFor(facts, row, request) : refused(failedGuard(rows[0]))
}

/** No guard of a lapse reads the action or the actor. */
const lapseRequest = (dueAt: number): Request => ({ action: 'create', by: 'gateway', now: dueAt })

/** The row of the deadline that runs, as the deal stands. */
export function lapseRow(facts: DealFacts): Transition | undefined {
  const { dueAt, dueEvent, frozenSince } = facts
  if (dueAt === null || frozenSince !== null) return undefined
  return TRANSITIONS.find(
    (row) =>
      'lapse' in row.on &&
      row.on.lapse === dueEvent &&
      fits(row, facts) &&
      holds(row, facts, lapseRequest(dueAt)),
  )
}

/** Applies the deadline that has passed, as of the moment it was due. Refuses with `wrong_state` when none has. */
export function decideLapse(facts: DealFacts, now: number): Decision | Refused {
  const row = lapseRow(facts)
  if (facts.dueAt === null || now < facts.dueAt || !row) return refused('wrong_state')
  return decisionFor(facts, row, lapseRequest(facts.dueAt))
}

/** The row that an actor could take now, whatever its input; undefined when the action is not allowed. */
export function allowedRow(facts: DealFacts, { action, by, now }: RequestedAction): Transition | undefined {
  if (standsStill(facts, action) || isOver(facts, now)) return undefined
  const offer = facts.dispute?.offer
  const request: Request = { action, by, now, input: offer ? { offer_id: offer.id } : {} }
  const rows = (rowsByAction.get(action) ?? []).filter((row) => fits(row, facts) && mayHere(row, facts, by))
  return rows.find((row) => holds(row, facts, request))
}

/** Whether an actor could take an action now, its input aside. Buttons are shown by this and by nothing else. */
export const isAllowed = (facts: DealFacts, action: Action, by: Actor, now: number): boolean =>
  allowedRow(facts, { action, by, now }) !== undefined

function decisionFor(facts: DealFacts, row: Transition, request: Request): Decision {
  const input = request.input ?? {}
  return {
    ok: true,
    row,
    from: row.from,
    next: nextFacts(facts, row, request),
    hold: holdParts(facts, row, input),
    fees: feeFates(facts, row, input),
  }
}
