/** Lines of the match desk as Admins see them. */

import type { QueryOf } from '#core/contract/endpoint.ts'
import type { DeskLine, listDeskLines } from '#core/contract/match-desk.ts'
import { Refusal } from '#core/errors.ts'
import {
  alwaysNeedsSecond,
  type Explanation,
  explanationsOf,
  type JudgedLine,
  type LineMeaning,
  needsSecondPerson,
} from '#core/statements/explain.ts'
import { toIso } from '#core/time.ts'
import {
  type DeskLineRow,
  findDeskLine,
  listDecided,
  listForSecond,
  listUndecided,
} from '#server/repositories/line-decisions.ts'
import { recordView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

const LISTS = { waiting: listUndecided, second: listForSecond, done: listDecided } as const

export async function presentDeskLines(
  ctx: UserCtx,
  state: NonNullable<QueryOf<typeof listDeskLines>['state']>,
): Promise<DeskLine[]> {
  const rows = await LISTS[state](ctx.tx)
  await recordView(ctx, { type: 'list', id: 'bank_lines' })
  return rows.map((row) => presentDeskLine(ctx, row))
}

/** Throws Refusal `not_found` for a line that is not there, not booked yet, or that no person was needed for. */
export async function getLine(ctx: UserCtx, key: string): Promise<DeskLineRow> {
  const row = await findDeskLine(ctx.tx, key)
  if (!row) throw new Refusal('not_found')
  return row
}

export const needsSecond = (ctx: UserCtx, row: DeskLineRow, meaning: LineMeaning): boolean =>
  needsSecondPerson(judgedRow(row), meaning, ctx.settings.policy.payoutLimits.fourEyesPaise)

export const judgedRow = (row: JudgedRow): JudgedLine => ({ ...row, amountPaise: row.amount_paise })
type JudgedRow = Omit<JudgedLine, 'amountPaise'> & Pick<DeskLineRow, 'amount_paise'>

/** What one Admin may say alone. */
const explainedAlone = (ctx: UserCtx, row: DeskLineRow): Explanation[] =>
  explanationsOf(row.dir, ctx.settings.providers).filter(
    (explanation) =>
      !needsSecond(ctx, row, { kind: 'explain', target: null, class: explanation, expected: null }),
  )

function stateOf({ state, undo_asked_by }: DeskLineRow): DeskLine['state'] {
  if (state === null) return 'waiting'
  if (state === 'proposed') return 'proposed'
  return undo_asked_by === null ? 'done' : 'undo_asked'
}

/** Of the transfer that a person's decision about a line posts: the nth of the line, and what it does. */
export const linePostingId = (
  { bank_account_id, key }: Pick<DeskLineRow, 'bank_account_id' | 'key'>,
  what: string,
  n: number,
): string => `bank:${bank_account_id}:${key}:${what}:${n}`

export const presentDeskLine = (ctx: UserCtx, row: DeskLineRow): DeskLine => ({
  id: row.key,
  bank_account: row.bank_account_id,
  bank: row.bank,
  tail: row.account.slice(-4),
  date: row.date,
  dir: row.dir,
  amount_paise: row.amount_paise,
  narration: row.narration,
  tier: row.tier,
  rule: row.rule,
  outcome: row.outcome,
  target: row.target,
  candidates: [...row.candidates],
  class: row.class,
  flag: row.flag,
  state: stateOf(row),
  debt_paise: row.debt_paise,
  needs_second: alwaysNeedsSecond(judgedRow(row), ctx.settings.policy.payoutLimits.fourEyesPaise),
  explanations: explanationsOf(row.dir, ctx.settings.providers),
  explained_alone: explainedAlone(ctx, row),
  decision: presentDecision(ctx, row),
})

/**
 * What was explained or has paid a debt, a part of a payout whose rest has not left, what goes back and has not left, and a payment that funded its deal while nobody has acted on it. Later its money is somebody's: a seller
 * has sent the goods for it.
 */
export const mayUndo = (row: DeskLineRow): boolean =>
  row.kind === 'refund'
    ? row.is_unsent_refund
    : row.kind === 'explain' || row.kind === 'debt' || row.is_open_part || row.funded_deal !== null

function presentDecision(ctx: UserCtx, row: DeskLineRow): DeskLine['decision'] {
  const { n, kind, decided_at: at } = row
  if (n === null || kind === null || at === null) return null
  const asker = row.undo_asked_by ?? row.decided_by
  return {
    n,
    kind,
    target: row.decided_target,
    recipient: row.recipient,
    class: row.decided_class,
    note: row.note ?? '',
    expected: row.expected,
    outcome: row.decided_outcome,
    by: row.maker ?? '',
    at: toIso(at.getTime()),
    approved_by: row.approver,
    undo_note: row.undo_note,
    undo_asked_by: row.undoer,
    mine: asker === ctx.user.id,
    may_undo: row.state === 'done' && row.undo_asked_by === null && mayUndo(row),
  }
}
