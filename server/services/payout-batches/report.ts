/**
 * Takes in a bank's report on a file. What the bank refused has failed, and may go again; what it took stays sent until its
 * line stands in the statement.
 */
import type { BatchReport } from '#core/contract/payout-batches.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { readStatusReport } from '#core/payout-files/status-report.ts'
import { readDelimited } from '#core/statements/delimited.ts'
import { lockPayout } from '#server/repositories/payments.ts'
import { listBatchCodes, lockBatch } from '#server/repositories/payout-batches.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { payoutKey, provePayout } from '#server/services/money/send-payout.ts'

/** Throws Refusal `invalid` beside `report` for a text without a status column. */
export async function reportPayoutBatch(
  ctx: UserCtx,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<BatchReport> {
  const batch = await lockBatch(ctx.tx, id)
  if (!batch) throw new Refusal('not_found')
  if (batch.state !== 'downloaded') throw new Refusal('wrong_state')
  const report = readStatusReport(readDelimited(text).map(({ cells }) => cells))
  if (!report) throw invalid({ report: ['report_unreadable'] })
  const lines = new Map((await listBatchCodes(ctx.tx, id)).map((line) => [line.code, line]))
  const ours = report.payouts.filter(({ code }) => lines.has(code))
  for (const { code, status, reason } of ours)
    if (status === 'rejected') await failLine(ctx, lines.get(code), reason)
  const count = (status: string) => ours.filter((line) => line.status === status).length
  const counts = { accepted: count('accepted'), rejected: count('rejected'), pending: count('pending') }
  await recordAudit(ctx, {
    action: 'payout_batch_reported',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
    after: counts,
  })
  return { ...counts, unread: report.unread.length + report.payouts.length - ours.length }
}

async function failLine(
  ctx: UserCtx,
  line: { readonly payout_id: string; readonly generation: number } | undefined,
  reason: string | null,
): Promise<void> {
  const payout = line && (await lockPayout(ctx.tx, line.payout_id))
  // a report on a try that was given up says nothing about the one that runs now
  if (!payout || payout.generation !== line.generation || payout.status !== 'sent') return
  await provePayout(ctx, payout, {
    kind: 'out',
    key: payoutKey(payout),
    providerId: '',
    state: 'failed',
    detail: reason,
  })
}
