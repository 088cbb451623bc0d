/**
 * Lines of a statement to what we expect. What is certain goes first, in the bank's order; suggestions follow among what
 * is then still open. Deciding changes nothing: the server books what is matched, and judges it again under its locks.
 */
import { decideCredit } from './credits.ts'
import { decideDebit } from './debits.ts'
import type { FactLine, LineDecision } from './decision.ts'
import type { StatementLine } from './lines.ts'
import { readNarration } from './narration.ts'
import { MatchingState, type MatchingWorld } from './world.ts'

/** What a certain line leaves behind for those after it. */
function apply({ line, facts }: FactLine, decision: LineDecision, state: MatchingState): void {
  const { outcome, target } = decision
  if (target === null) return
  const payIn = state.payIn(target)
  const payout = state.payout(target)
  if (outcome === 'payout_paid' && payout) state.settle(payout, 'paid', facts.utrs)
  else if (outcome === 'payout_returned' && payout) state.settle(payout, 'returned', facts.utrs)
  else if (outcome === 'deposit_reversed') {
    const deposit = state.depositOf(line.amountPaise, facts.utrs)
    if (deposit) state.takeBack(deposit)
  } else if (payIn && line.dir === 'C') {
    // a short payment goes back whole, and the amount stays due
    if (outcome === 'applied' || outcome === 'over') state.fund(payIn)
    state.book({ reference: target, amountPaise: line.amountPaise, utrs: facts.utrs })
    state.contest(
      state.claimantsOf(facts.utrs).filter(({ reference }) => decision.conflictsWith.includes(reference)),
    )
  }
}

/** So many lines take a few milliseconds. */
const TURN = 200

/**
 * Yields after every few lines: 20,000 of them take half a second, in which whoever shares the thread would be kept waiting.
 * The last value is each line's decision, in the order of the lines.
 */
export function* matchInTurns(
  lines: readonly StatementLine[],
  world: MatchingWorld,
): Generator<void, LineDecision[]> {
  const state = new MatchingState(world)
  const factLines: FactLine[] = []
  const decisions = new Map<FactLine, LineDecision>()
  const isCertain = ({ tier, rule }: LineDecision, isLast: boolean) =>
    // an amount alone tells only among what no reference takes
    tier === 'matched' && (isLast || rule !== 'C6')
  function* decideAll(rest: readonly FactLine[], isLast: boolean): Generator<void, FactLine[]> {
    const uncertain: FactLine[] = []
    for (const [n, factLine] of rest.entries()) {
      if (n % TURN === TURN - 1) yield
      const decision = (factLine.line.dir === 'C' ? decideCredit : decideDebit)(factLine, state)
      decisions.set(factLine, decision)
      if (isCertain(decision, isLast)) apply(factLine, decision, state)
      else uncertain.push(factLine)
    }
    return uncertain
  }
  for (const [n, line] of lines.entries()) {
    if (n % TURN === TURN - 1) yield
    factLines.push({ line, facts: readNarration(line, world.account, world.ownNames) })
  }
  yield* decideAll(yield* decideAll(factLines, false), true)
  return factLines.flatMap((factLine) => decisions.get(factLine) ?? [])
}

/** `matchInTurns` at one go: it holds the thread until the last line is decided. */
export function matchLines(lines: readonly StatementLine[], world: MatchingWorld): LineDecision[] {
  const turns = matchInTurns(lines, world)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
  }
}
