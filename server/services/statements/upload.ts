/**
 * Takes in a bank statement: reads it apart from the request's thread, joins it to what is known and proposes what each
 * new line becomes. Nothing is taken over before another Admin approves it.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PresentedStatement } from '#core/contract/statements.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { sanitizeFileName } from '#core/files.ts'
import type { ReviewedLine } from '#core/statements/decision.ts'
import { type BankStatement, type UnreadableReason, UnreadableStatement } from '#core/statements/lines.ts'
import { matchInTurns } from '#core/statements/match.ts'
import { mergeStatement } from '#core/statements/merge.ts'
import { randomId } from '#server/lib/tokens.ts'
import {
  type BankAccountRow,
  findBankAccount,
  insertStatementImport,
  lockBankAccount,
} from '#server/repositories/statements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { readStatementFile } from '#server/statements/read-file.ts'
import { storeFile } from './files.ts'
import { presentStatement } from './present.ts'
import { knownAccount, matchingWorld } from './world.ts'

interface StatementUpload {
  readonly accountId: string
  readonly name: string
  readonly bytes: Buffer
}

/** What a person does about it. */
const CODES: Readonly<Partial<Record<UnreadableReason, string>>> = {
  too_large: 'statement_too_large',
  too_many_lines: 'statement_too_large',
  too_slow: 'statement_too_large',
  formula: 'statement_protected',
  macro: 'statement_protected',
  protected: 'statement_protected',
  bad_row: 'statement_row',
}

/** Null for balances that do not add up: that is a statement, and it is kept that somebody brought it. */
async function readUpload(bytes: Buffer, account: BankAccountRow, known: ReadonlySet<number>) {
  try {
    return await readStatementFile(bytes, { mapping: account.mapping, knownBalances: known })
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    if (error.reason === 'balance_broken') return null
    const code = CODES[error.reason] ?? 'statement_unreadable'
    throw invalid({ file: [error.row === null ? code : `${code}:${error.row}`] })
  }
}

const getBankAccount = async (ctx: UserCtx, id: string): Promise<BankAccountRow> => {
  const account = await findBankAccount(ctx.tx, id)
  if (!account) throw new Refusal('not_found')
  return account
}

/** Throws Refusal `not_found`, or `invalid` beside `file` for what is no statement that can be read. */
export async function uploadStatement(
  inTransaction: InTransaction<UserCtx>,
  upload: StatementUpload,
): Promise<PresentedStatement> {
  const { account, balances } = await inTransaction(async (ctx) => {
    const row = await getBankAccount(ctx, upload.accountId)
    const { known } = await knownAccount(ctx, row)
    const all = [known.openingPaise, ...known.lines.map(({ balancePaise }) => balancePaise)]
    return { account: row, balances: new Set(all) }
  })
  const statement = await readUpload(upload.bytes, account, balances)
  return inTransaction((ctx) => saveImport(ctx, upload, statement))
}

/** Other requests are answered in between. */
async function inTurns<T>(turns: Generator<void, T>): Promise<T> {
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    await setImmediate()
  }
}

async function saveImport(
  ctx: UserCtx,
  { accountId, name, bytes }: StatementUpload,
  statement: BankStatement | null,
): Promise<PresentedStatement> {
  const account = await lockBankAccount(ctx.tx, accountId)
  if (!account) throw new Refusal('not_found')
  const { known, rows } = await knownAccount(ctx, account)
  const merged = statement
    ? mergeStatement(known, statement)
    : { problem: 'balance_broken' as const, days: [], newLines: [] }
  const decisions =
    merged.newLines.length === 0
      ? []
      : await inTurns(
          matchInTurns(
            merged.newLines,
            await matchingWorld(ctx, { account, rows, newLines: merged.newLines }),
          ),
        )
  const reviewed = merged.newLines.flatMap((line, index): ReviewedLine[] => {
    const decision = decisions[index]
    if (!decision) return []
    const { conflictsWith: _, ...rest } = decision
    return [{ ...line, ...rest, key: createHash('sha256').update(line.key).digest('hex') }]
  })
  const saved = await insertStatementImport(ctx.tx, {
    id: randomId(),
    bank_account_id: account.id,
    file_name: sanitizeFileName(name),
    file_sha256: createHash('sha256').update(bytes).digest('hex'),
    file_bytes: bytes.length,
    state: merged.problem === null ? 'read' : 'refused',
    problem: merged.problem,
    problem_days: [...merged.days],
    format: statement?.format ?? null,
    from_day: statement?.lines[0]?.date ?? null,
    to_day: statement?.lines.at(-1)?.date ?? null,
    opening_paise: statement?.openingPaise ?? null,
    closing_paise: statement?.closingPaise ?? null,
    lines: statement?.lines.length ?? 0,
    rows: JSON.stringify(reviewed),
    new_lines: reviewed.length,
    known_lines: known.lines.length,
    uploaded_by: ctx.user.id,
    // by the product's clock, as all that is late is counted
    uploaded_at: new Date(ctx.now),
  })
  await storeFile(ctx, saved.id, bytes)
  await recordAudit(ctx, {
    action: 'statement_uploaded',
    actor: ctx.user,
    subject: { type: 'statement', id: saved.id },
    after: { bank_account: account.id, sha256: saved.file_sha256, problem: saved.problem },
  })
  return presentStatement(saved)
}
