/** What an action or a deadline would do, before it is taken: by the row and the figures that `decide` takes then. */
import type { PayoutParts } from '#core/charges.ts'
import { allowedRow, lapseRow, type RequestedAction } from './decide.ts'
import type { DealFacts, Decision } from './facts.ts'
import { feeFates, holdParts } from './hold-parts.ts'
import { isTerminal, type Status } from './states.ts'
import type { HoldTo, Transition } from './transitions.ts'

export interface TransitionOutcome {
  readonly to: Status
  readonly hold: HoldTo | null
  /** Who gets what of the hold. Null while it stays, and where only the action's input can say. */
  readonly parts: PayoutParts | null
  /** What becomes of paid dispute fees. Null where only the action's input can say. */
  readonly fees: Decision['fees'] | null
  /** The deal ends: nothing can be undone after it. */
  readonly final: boolean
}

function outcomeOfRow(facts: DealFacts, row: Transition): TransitionOutcome {
  const isDecided = row.hold !== 'decision'
  return {
    to: row.to,
    hold: row.hold ?? null,
    parts: isDecided ? holdParts(facts, row, {}) : null,
    fees: isDecided ? feeFates(facts, row, {}) : null,
    final: isTerminal(row.to),
  }
}

/** Null for an action that is not allowed. */
export function outcomeOf(facts: DealFacts, action: RequestedAction): TransitionOutcome | null {
  const row = allowedRow(facts, action)
  return row ? outcomeOfRow(facts, row) : null
}

/** What the running deadline does when it passes; null when none runs. */
export function lapseOutcome(facts: DealFacts): TransitionOutcome | null {
  const row = lapseRow(facts)
  return row ? outcomeOfRow(facts, row) : null
}
