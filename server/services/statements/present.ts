/** Statements as Admins see them, and what a second one says of each. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { getStatement, ListedStatement, PresentedStatement } from '#core/contract/statements.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { listBookings, partiesOf } from '#server/repositories/line-bookings.ts'
import {
  approveStatementImport,
  findStatementImport,
  insertStatementDrop,
  insertStatementLines,
  listBankAccounts,
  listStatementImports,
  lockAccountOfImport,
  type StatementImportRow,
} from '#server/repositories/statements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, InTransaction, UserCtx } from '#server/services/context.ts'
import { approvedSignal, bookLines } from './book-lines.ts'

type DroppableImport = StatementImportRow & { readonly dropped_by: number | null }
type PresentableImport = Omit<StatementImportRow, 'rows'> & Partial<Pick<DroppableImport, 'dropped_by'>>

export const presentStatement = (row: PresentableImport): PresentedStatement => ({
  id: row.id,
  state: row.state === 'read' && row.dropped_by ? 'refused' : row.state,
  format: row.format,
  from: row.from_day,
  to: row.to_day,
  opening_paise: row.opening_paise,
  closing_paise: row.closing_paise,
  lines: row.lines,
  new_lines: row.new_lines,
  problem: row.problem,
  problem_days: row.problem_days,
})

export async function presentStatements(ctx: UserCtx): Promise<ListedStatement[]> {
  const rows = await listStatementImports(ctx.tx)
  return rows.map((row) => ({
    ...presentStatement(row),
    bank_account: row.bank_account_id,
    bank: row.bank,
    tail: row.account.slice(-4),
    file_name: row.file_name,
    uploaded_by: row.uploader,
    uploaded_at: toIso(row.uploaded_at.getTime()),
    approved_by: row.approver,
    dropped_by: row.dropper,
    drop_note: row.drop_note,
    withdrawn: row.dropped_by === row.uploaded_by,
    mine: row.uploaded_by === ctx.user.id,
    unbooked: row.unbooked,
  }))
}

async function getImport(ctx: Ctx, id: string): Promise<DroppableImport> {
  const row = await findStatementImport(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function readStatement(ctx: Ctx, id: string): Promise<Answer<typeof getStatement>> {
  const row = await getImport(ctx, id)
  const bookings = await listBookings(ctx.tx, row.bank_account_id)
  const outcomes = new Map(bookings.map(({ key, outcome }) => [key, outcome]))
  const rows = row.rows.map((line) => ({
    id: line.key,
    booked: outcomes.get(line.key) ?? null,
    date: line.date,
    dir: line.dir,
    amount_paise: line.amountPaise,
    narration: line.narration,
    tier: line.tier,
    rule: line.rule,
    outcome: line.outcome,
    target: line.target,
    candidates: [...line.candidates],
    class: line.class,
    flag: line.flag,
  }))
  return { ...presentStatement(row), rows }
}

/** Taking over and booking, well within the deadline of a request; the job books what is left of a long statement. */
const APPROVAL_MS = 5_000

/**
 * Approves, and books what it took over. Throws Refusal `forbidden` to whoever uploaded
 * it and to a party of a deal in it, `wrong_state` for a file that was not taken, `conflict` once somebody has decided,
 * `statement_outdated` when other lines were taken over since it was read.
 */
export async function approveStatement(
  inTransaction: InTransaction<UserCtx>,
  id: string,
): Promise<PresentedStatement> {
  const start = performance.now()
  const approved = await inTransaction((ctx) => takeOver(ctx, id))
  const restMs = APPROVAL_MS - (performance.now() - start)
  const isBooked = await bookLines(inTransaction, approved.bank_account_id, restMs)
  if (!isBooked) approvedSignal.emit('approved')
  return presentStatement(approved)
}

/**
 * Locked by its account: of two people who decide it at once, the second finds it decided. Throws Refusal `wrong_state` for a
 * file that was not taken, `conflict` once somebody has decided.
 */
async function lockWaiting(ctx: UserCtx, id: string): Promise<DroppableImport> {
  await lockAccountOfImport(ctx.tx, id)
  const row = await getImport(ctx, id)
  if (row.state === 'refused') throw new Refusal('wrong_state')
  if (row.state !== 'read' || row.dropped_by !== null) throw new Refusal('conflict')
  return row
}

async function takeOver(ctx: UserCtx, id: string): Promise<StatementImportRow> {
  const { bank_account_id, uploaded_by, known_lines, rows } = await lockWaiting(ctx, id)
  if (uploaded_by === ctx.user.id) throw new Refusal('forbidden')
  const targets = rows.flatMap(({ target }) => target ?? [])
  const parties = await partiesOf(ctx.tx, targets)
  if (parties.includes(ctx.user.id) || parties.includes(uploaded_by)) throw new Refusal('forbidden')
  const account = (await listBankAccounts(ctx.tx)).find((row) => row.id === bank_account_id)
  if ((account?.position ?? 0) !== known_lines) throw new Refusal('statement_outdated')
  const approved = await approveStatementImport(ctx.tx, id, ctx.user.id)
  if (!approved) throw new Refusal('conflict')
  await insertStatementLines(ctx.tx, id)
  await recordAudit(ctx, {
    action: 'statement_approved',
    actor: ctx.user,
    subject: { type: 'statement', id },
    after: { bank_account: bank_account_id, new_lines: approved.new_lines },
  })
  return approved
}

/** Letters that tell whoever brought it what was wrong. */
const LEAST_REASON = 3

/**
 * By any Admin, since nothing is booked by it: whoever brought it withdraws it, another refuses it and says why. Throws Refusal
 * `invalid` beside `note` without that, and as `lockWaiting` does.
 */
export async function dropStatement(ctx: UserCtx, id: string, note: string): Promise<PresentedStatement> {
  const row = await lockWaiting(ctx, id)
  const dropped_by = ctx.user.id
  if (row.uploaded_by !== dropped_by && note.length < LEAST_REASON) throw invalid({ note: ['required'] })
  await insertStatementDrop(ctx.tx, { import_id: id, dropped_by, dropped_at: new Date(ctx.now), note })
  await recordAudit(ctx, {
    action: 'statement_dropped',
    actor: ctx.user,
    subject: { type: 'statement', id },
    after: { bank_account: row.bank_account_id, note },
  })
  return presentStatement({ ...row, dropped_by })
}
