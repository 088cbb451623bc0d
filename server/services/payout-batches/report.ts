/**
 * Takes in a bank's report on a file. What the bank refused has failed, and may go again; what it took stays sent until its
 * line stands in the statement.
 */
import type { BatchReport } from '#core/contract/payout-batches.ts'
import { invalid, Refusal } from '#core/errors.ts'
import type { StatusReport } from '#core/payout-files/status-report.ts'
import { type UnreadableReason, UnreadableStatement } from '#core/statements/lines.ts'
import { lockPayout } from '#server/repositories/payments.ts'
import { listBatchCodes, lockBatch } from '#server/repositories/payout-batches.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { payoutKey } from '#server/services/money/payout-key.ts'
import { provePayout } from '#server/services/money/send-payout.ts'
import { readReportFile } from '#server/statements/read-file.ts'

/** What a person does about it; for all else another file is chosen. */
const CODES: Readonly<Partial<Record<UnreadableReason, string>>> = {
  too_large: 'statement_too_large',
  too_slow: 'statement_too_large',
  formula: 'statement_protected',
  macro: 'statement_protected',
  protected: 'statement_protected',
}

async function readUpload(bytes: Buffer): Promise<StatusReport> {
  try {
    return await readReportFile(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    throw invalid({ file: [CODES[error.reason] ?? 'report_unreadable'] })
  }
}

/**
 * Reads a report, spreadsheet or text, apart from the request's thread, and takes it in. Throws Refusal `invalid` beside `file`
 * for what has no column of a status, `not_found`, and `wrong_state` for a batch that nobody has downloaded.
 */
export async function reportPayoutBatch(
  inTransaction: InTransaction<UserCtx>,
  { id, bytes }: { readonly id: string; readonly bytes: Buffer },
): Promise<BatchReport> {
  const report = await readUpload(bytes)
  return inTransaction((ctx) => takeIn(ctx, id, report))
}

async function takeIn(ctx: UserCtx, id: string, report: StatusReport): Promise<BatchReport> {
  const batch = await lockBatch(ctx.tx, id)
  if (!batch) throw new Refusal('not_found')
  if (batch.state !== 'downloaded') throw new Refusal('wrong_state')
  const lines = new Map((await listBatchCodes(ctx.tx, id)).map((line) => [line.code, line]))
  const ours = report.payouts.filter(({ code }) => lines.has(code))
  const failed: string[] = []
  for (const { code, status, reason } of ours)
    if (status === 'rejected') failed.push(...(await failLine(ctx, lines.get(code), reason)))
  const count = (status: string) => ours.filter((line) => line.status === status).length
  const counts = { accepted: count('accepted'), rejected: count('rejected'), pending: count('pending') }
  await recordAudit(ctx, {
    action: 'payout_batch_reported',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
    // whose word it was that these have failed: another Admin sends them again
    after: { ...counts, failed },
  })
  return { ...counts, unread: report.unread.length + report.payouts.length - ours.length }
}

/** The payout, when it was this report that failed it. */
async function failLine(
  ctx: UserCtx,
  line: { readonly payout_id: string; readonly generation: number } | undefined,
  reason: string | null,
): Promise<string[]> {
  const payout = line && (await lockPayout(ctx.tx, line.payout_id))
  // a report on a try that was given up says nothing about the one that runs now
  if (!payout || payout.generation !== line.generation || payout.status !== 'sent') return []
  await provePayout(ctx, payout, {
    kind: 'out',
    key: payoutKey(payout),
    providerId: '',
    state: 'failed',
    detail: reason,
  })
  return [payout.id]
}
