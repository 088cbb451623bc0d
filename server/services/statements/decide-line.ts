/**
 * A person says what a line is that the rules could not tell. Each decision is booked out of suspense, or out of what is
 * unexplained, in one transaction; from the amount of four eyes on it waits for a second person first.
 */
import { SUSPENSE, UNEXPLAINED } from '#core/accounts.ts'
import type { AuditAction } from '#core/audit.ts'
import type { BodyOf } from '#core/contract/endpoint.ts'
import type { DeskLine, decideLine as decideEndpoint, ReadDecision } from '#core/contract/match-desk.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { explanationsOf, isAlarm, isFound } from '#core/statements/explain.ts'
import { readNarration } from '#core/statements/narration.ts'
import { partiesOf } from '#server/repositories/line-bookings.ts'
import {
  type DeskLineRow,
  findLiveDecision,
  insertDecision,
  type LineDecisionRow,
  moveDecision,
} from '#server/repositories/line-decisions.ts'
import { lockBankAccount } from '#server/repositories/statements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { bookSettlement } from '#server/services/money/record-settlement.ts'
import { takeOutOfDeal } from '#server/services/money/take-out.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import {
  type BookableLine,
  bookDeposit,
  bookPaidPayout,
  bookPayoutPart,
  bookReturnedPayout,
  takeBackPart,
} from './book-line.ts'
import { getLine, judgedRow, linePostingId, mayUndo, needsSecond, presentDeskLine } from './desk-lines.ts'
import { explainLine, turnExplanation } from './explain-line.ts'
import { keepLine, payBackLine, sourceOf } from './pay-back-line.ts'
import { debtorOf, payDebt, takeBackDebt } from './pay-debt-line.ts'

type DecisionInput = BodyOf<typeof decideEndpoint>
type DecidedMeaning = Pick<LineDecisionRow, 'kind' | 'target' | 'recipient' | 'class' | 'expected'>
interface Booked {
  readonly outcome: string
  readonly transfers: readonly string[]
  readonly partPaise?: number | null
}

/** Locked by its account: of two people who decide it at once, the second finds it decided. */
async function lockLine(ctx: UserCtx, key: string): Promise<DeskLineRow> {
  const { bank_account_id } = await getLine(ctx, key)
  await lockBankAccount(ctx.tx, bank_account_id)
  return getLine(ctx, key)
}

/**
 * Throws Refusal `invalid` beside the field, `forbidden` to a party of the deal, `conflict` when somebody was first or the
 * line would become something else than was shown.
 */
export async function decideLine(ctx: UserCtx, key: string, input: DecisionInput): Promise<DeskLine> {
  const row = await lockLine(ctx, key)
  if (row.state !== null) throw new Refusal('conflict')
  const decision = input.kind === 'debt' ? await debtDecision(ctx, row, input) : decisionOf(ctx, row, input)
  await refuseParties(ctx, decision)
  // whoever types an account alone could type their own
  const isForTwo = decision.kind === 'refund' || needsSecond(ctx, row, decision)
  const draft = {
    ...decision,
    bank_account_id: row.bank_account_id,
    position: row.position,
    note: input.note ?? '',
    needs_second: isForTwo,
    decided_by: ctx.user.id,
    decided_at: new Date(ctx.now),
  }
  const saved = await insertDecision(ctx.tx, { ...draft, state: 'proposed' })
  if (!saved) throw new Refusal('conflict')
  if (isForTwo) await propose(ctx, row, decision)
  else await bookDecision(ctx, row, { decision: saved, approver: null })
  return presentDeskLine(ctx, await getLine(ctx, key))
}

/** Money that left as something else than its rule has found: the team is told, unless it was when the line was booked. */
async function propose(ctx: UserCtx, row: DeskLineRow, decision: DecidedMeaning): Promise<void> {
  await audit(ctx, row, 'line_proposed', decision)
  if (row.dir === 'C' || isAlarm(judgedRow(row)) || isFound(judgedRow(row), decision)) return
  const { bank_account_id, key, amount_paise: amountPaise } = row
  await notifyOfPayment(ctx, {
    ...{ reason: 'unexplained', paymentId: `bank:${bank_account_id}:${key}` },
    ...{ amountPaise, count: 1 },
  })
}

function decisionOf(ctx: UserCtx, row: DeskLineRow, input: DecisionInput): DecidedMeaning {
  const { kind, target, class: explanation, expected } = input
  if (kind === 'refund') return { kind, ...sourceOf(ctx, row, input), class: null, expected: null }
  if (kind === 'explain') {
    if (!explanation || !explanationsOf(row.dir, ctx.settings.providers).includes(explanation))
      throw invalid({ class: ['select'] })
    return { kind, target: null, recipient: null, class: explanation, expected: null }
  }
  if (!target) throw invalid({ target: ['required'] })
  if (['pay_in', 'settlement'].includes(kind) && row.dir === 'D') throw invalid({ target: ['line_target'] })
  // to take a payment from abroad for a deal needs a licence of its own: it goes back
  if (kind === 'pay_in' && row.class === 'foreign') throw invalid({ target: ['line_foreign'] })
  // ours are written in capitals; a provider's is as it is
  const id = kind === 'settlement' ? target : target.toUpperCase()
  return { kind, target: id, recipient: null, class: null, expected: expected ?? null }
}

async function debtDecision(
  ctx: UserCtx,
  row: DeskLineRow,
  { target, expected }: DecisionInput,
): Promise<DecidedMeaning> {
  const { id, name } = await debtorOf(ctx, row, target ?? '')
  return { kind: 'debt', target: String(id), recipient: name, class: null, expected: expected ?? null }
}

async function refuseParties(ctx: UserCtx, { kind, target }: DecidedMeaning): Promise<void> {
  if (kind === 'debt' && target === String(ctx.user.id)) throw new Refusal('forbidden')
  // what a provider settles is of many deals
  if (kind === 'debt' || target === null || kind === 'refund' || kind === 'settlement') return
  const parties = await partiesOf(ctx.tx, [target])
  if (parties.length === 0) throw invalid({ target: ['line_target'] })
  if (parties.includes(ctx.user.id)) throw new Refusal('forbidden')
}

interface Approval {
  readonly decision: LineDecisionRow
  /** Null where one person is enough. */
  readonly approver: number | null
}

async function bookDecision(ctx: UserCtx, row: DeskLineRow, { decision, approver }: Approval): Promise<void> {
  const { outcome, transfers, partPaise = null } = await book(ctx, row, decision)
  if (decision.expected !== null && decision.expected !== outcome) throw new Refusal('conflict')
  const isMoved = await moveDecision(ctx.tx, decision, 'proposed', {
    state: 'done',
    approved_by: approver,
    outcome,
    transfers: [...transfers],
    done_at: new Date(ctx.now),
    part_paise: partPaise,
  })
  if (!isMoved) throw new Refusal('conflict')
  await audit(ctx, row, 'line_decided', { ...decision, outcome })
}

async function book(ctx: UserCtx, row: DeskLineRow, decision: LineDecisionRow): Promise<Booked> {
  if (decision.kind === 'refund')
    return { outcome: 'refund', transfers: [await payBackLine(ctx, row, decision)] }
  if (decision.class !== null)
    return {
      outcome: decision.class,
      transfers: [await explainLine(ctx, row, { ...decision, class: decision.class })],
    }
  if (decision.kind === 'settlement') return settle(ctx, row, decision)
  if (decision.kind === 'debt') return payDebt(ctx, row, decision)
  const line = {
    ...row,
    // a payment that was taken out of one deal is recorded anew for another
    key: decision.n === 1 ? row.key : `${row.key}:${decision.n}`,
    target: decision.target,
    account: row.dir === 'C' ? SUSPENSE : UNEXPLAINED,
    utrs: readNarration(row, row.account, row.own_names).utrs,
  }
  const booked = await bookTarget(ctx, row, { line, decision })
  if (!booked) throw invalid({ target: ['line_target'] })
  return booked
}

/** A part of a payout is booked as that alone when it was shown as one, and two have said so. */
function bookTarget(
  ctx: UserCtx,
  row: DeskLineRow,
  { line, decision }: { readonly line: BookableLine; readonly decision: LineDecisionRow },
): Promise<Booked | null> {
  if (decision.kind === 'pay_in') return bookDeposit(ctx, line)
  if (row.dir === 'C') return bookReturnedPayout(ctx, line)
  return decision.expected === 'payout_part'
    ? bookPayoutPart(ctx, line, linePostingId(row, 'part', decision.n))
    : bookPaidPayout(ctx, line)
}

async function settle(ctx: UserCtx, row: DeskLineRow, { n, target }: LineDecisionRow): Promise<Booked> {
  const id = linePostingId(row, 'settled', n)
  const booked = await bookSettlement(ctx, row, { id, from: SUSPENSE })
  if (booked?.target !== target) throw invalid({ target: ['line_target'] })
  return booked
}

/** Throws Refusal `wrong_state` where nobody has decided. */
async function getDecision(ctx: UserCtx, row: DeskLineRow): Promise<LineDecisionRow> {
  const decision = await findLiveDecision(ctx.tx, row)
  if (!decision) throw new Refusal('wrong_state')
  return decision
}

/**
 * Throws Refusal `conflict` when another waits than was read: whoever decided could give it up and put a deal of their own in
 * its place a moment before the second person agrees.
 */
async function getWaitingDecision(
  ctx: UserCtx,
  row: DeskLineRow,
  basis: ReadDecision,
): Promise<LineDecisionRow> {
  const decision = await getDecision(ctx, row)
  const state = decision.undo_asked_by === null ? decision.state : 'undo_asked'
  if (decision.n !== basis.n || state !== basis.state) throw new Refusal('conflict')
  return decision
}

/**
 * Throws Refusal `conflict` for what is not as it was read, `forbidden` for whoever decided it or asked to undo it, and for a
 * party of the deal.
 */
export async function approveLine(ctx: UserCtx, key: string, basis: ReadDecision): Promise<DeskLine> {
  const row = await lockLine(ctx, key)
  const decision = await getWaitingDecision(ctx, row, basis)
  if (decision.state === 'proposed') {
    if (decision.decided_by === ctx.user.id) throw new Refusal('forbidden')
    await refuseParties(ctx, decision)
    await bookDecision(ctx, row, { decision, approver: ctx.user.id })
  } else {
    if (decision.undo_asked_by === ctx.user.id) throw new Refusal('forbidden')
    await undo(ctx, row, decision)
  }
  return presentDeskLine(ctx, await getLine(ctx, key))
}

async function undo(ctx: UserCtx, row: DeskLineRow, decision: LineDecisionRow): Promise<void> {
  await refuseParties(ctx, decision)
  const id = await takeBack(ctx, row, decision)
  const isMoved = await moveDecision(ctx.tx, decision, 'done', {
    state: 'undone',
    transfers: [...decision.transfers, id],
    undone_by: ctx.user.id,
    undone_at: new Date(ctx.now),
  })
  if (!isMoved) throw new Refusal('conflict')
  await audit(ctx, row, 'line_undone', decision)
}

function takeBack(ctx: UserCtx, row: DeskLineRow, decision: LineDecisionRow): Promise<string> {
  if (decision.kind === 'refund') return keepLine(ctx, row, decision)
  if (decision.kind === 'debt') return takeBackDebt(ctx, row, decision)
  if (decision.outcome === 'payout_part') {
    const line = { target: decision.target, amount_paise: row.amount_paise, account: UNEXPLAINED }
    return takeBackPart(ctx, line, linePostingId(row, 'undone', decision.n))
  }
  return decision.class === null
    ? takeOutOfDeal(ctx, row.funded_deal)
    : turnExplanation(ctx, row, { n: decision.n, class: decision.class })
}

/** What waits for a second person is given up, by anybody who could approve it and by whoever asked. */
export async function dropLine(ctx: UserCtx, key: string, basis: ReadDecision): Promise<DeskLine> {
  const row = await lockLine(ctx, key)
  const decision = await getWaitingDecision(ctx, row, basis)
  const isUndo = decision.state === 'done'
  const changes = isUndo
    ? { undo_asked_by: null, undo_note: null }
    : { state: 'dropped' as const, dropped_by: ctx.user.id }
  if (!(await moveDecision(ctx.tx, decision, decision.state, changes))) throw new Refusal('conflict')
  await audit(ctx, row, isUndo ? 'line_undo_dropped' : 'line_dropped', decision)
  return presentDeskLine(ctx, await getLine(ctx, key))
}

/** Always takes a second person. Throws Refusal `invalid` once the money has gone on. */
export async function askToUndoLine(ctx: UserCtx, key: string, note: string): Promise<DeskLine> {
  const row = await lockLine(ctx, key)
  const decision = await getDecision(ctx, row)
  if (decision.state !== 'done' || decision.undo_asked_by !== null) throw new Refusal('wrong_state')
  if (!mayUndo(row)) throw invalid({ note: ['line_moved_on'] })
  await refuseParties(ctx, decision)
  const request = { undo_asked_by: ctx.user.id, undo_note: note }
  if (!(await moveDecision(ctx.tx, decision, 'done', request))) throw new Refusal('conflict')
  await audit(ctx, row, 'line_undo_asked', { ...decision, note })
  return presentDeskLine(ctx, await getLine(ctx, key))
}

function audit(
  ctx: UserCtx,
  row: DeskLineRow,
  action: AuditAction,
  decision: DecidedMeaning & { readonly outcome?: string | null; readonly note?: string },
): Promise<void> {
  const { kind, target, recipient, class: explanation, outcome = null, note = '' } = decision
  return recordAudit(ctx, {
    action,
    actor: ctx.user,
    subject: { type: 'bank_line', id: row.key },
    before: { waits_in: row.booked },
    after: { kind, target, recipient, class: explanation, outcome, note, amount_paise: row.amount_paise },
  })
}
