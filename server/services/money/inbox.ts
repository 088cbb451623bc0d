/**
 * A provider's report: stored as it came before anything is done with it, then applied in a transaction of its own, by the
 * request that brought it or by the job. The provider is told that it came once it is stored.
 */
import type { Answer } from '#core/contract/endpoint.ts'
import type { listInbox as listEndpoint, replayReport as replayEndpoint } from '#core/contract/inbox.ts'
import { Refusal } from '#core/errors.ts'
import { HOUR_MS, MINUTE_MS, toIso } from '#core/time.ts'
import { isRetryable, isUnavailable } from '#server/db/errors.ts'
import type { RunInTransaction, TransactionStart, Tx } from '#server/db/transaction.ts'
import type { Fact, Reading } from '#server/rails/rail.ts'
import {
  claimReportRows,
  findReport,
  giveUpReport,
  type InboxQuery,
  listReports,
  lockReport,
  markApplied,
  postponeReportRow,
  type ReportRow,
  reviveReport,
  type StoredReport,
  storeReportRow,
} from '#server/repositories/inbox.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { applyFact } from './apply-fact.ts'

export type ReportClaim = ReportRow
export { lockReport }

interface GenuineReport {
  readonly reading: Exclude<Reading, { is: 'forged' }>
  readonly raw: Buffer
}

/**
 * What is not for us is stored too: the provider is told that it came, or it would stop calling. Its id while it is still to
 * be worked on, told twice or for the first time; null when that is done.
 */
export async function storeReport(
  runInTransaction: RunInTransaction,
  provider: string,
  { reading, raw }: GenuineReport,
): Promise<number | null> {
  const isForUs = reading.is === 'facts'
  const report = {
    ...{ provider, event_id: reading.eventId, raw },
    body: JSON.stringify(JSON.parse(raw.toString('utf8'))),
    facts: isForUs ? JSON.stringify(reading.facts) : null,
    state: isForUs ? ('new' as const) : ('ignored' as const),
  }
  type Stored = TransactionStart & { readonly row: StoredReport | undefined }
  const stored = await runInTransaction(async (_tx, _now, { row }: Stored) => row, {
    preamble: async (tx) => ({ now: new Date(), row: await storeReportRow(tx, report) }),
    isWhole: true,
  })
  const known = stored ?? (await runInTransaction((tx) => findReport(tx, report)))
  return known?.state === 'new' ? known.id : null
}

/** Of a row that is locked: once, however many work on it at the same moment. */
export async function applyReport(ctx: Ctx, row: ReportRow | undefined): Promise<void> {
  if (row?.state !== 'new') return
  for (const fact of (row.facts ?? []) as readonly Fact[]) await applyFact(ctx, row.provider, fact)
  markApplied(ctx.tx, row.id)
}

export const claimReports: (tx: Tx, limit: number) => Promise<ReportClaim[]> = claimReportRows

/** Some half a day, then a person looks. */
const MAX_TRIES = 20
const MAX_PROBLEM = 300
const waitAfter = (tries: number): number => Math.min(HOUR_MS, 5_000 * 2 ** Math.min(tries, 10))

/** Money that is stopped, or a database that is away: no fault of the report, however long it lasts. */
const isPassing = (error: unknown): boolean =>
  isRetryable(error) || isUnavailable(error) || (error instanceof Refusal && error.code === 'unavailable')

export async function postponeReport(
  { tx }: Pick<Ctx, 'tx'>,
  { id, tries }: Pick<ReportClaim, 'id' | 'tries'>,
  error: Error,
): Promise<void> {
  const problem = error.message.slice(0, MAX_PROBLEM)
  if (isPassing(error)) return postponeReportRow(tx, id, problem, MINUTE_MS)
  if (tries >= MAX_TRIES) return void (await giveUpReport(tx, id, problem))
  await postponeReportRow(tx, id, problem, waitAfter(tries))
}

export async function listInbox(
  ctx: UserCtx,
  query: InboxQuery,
): Promise<{ rows: Answer<typeof listEndpoint>; total: number }> {
  const { rows, total } = await listReports(ctx.tx, query)
  return {
    total,
    rows: rows.map(({ at, applied_at, ...row }) => ({
      ...row,
      at: toIso(at.getTime()),
      applied_at: applied_at && toIso(applied_at.getTime()),
    })),
  }
}

/** What was given up goes to the job again. Of anything else nothing changes: a report is applied once. */
export async function replayReport(ctx: UserCtx, id: number): Promise<Answer<typeof replayEndpoint>> {
  const row = await lockReport(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  if (!(await reviveReport(ctx.tx, id))) return { id, state: row.state }
  await recordAudit(ctx, {
    action: 'report_replayed',
    actor: ctx.user,
    subject: { type: 'report', id },
    before: { tries: row.tries, problem: row.problem },
  })
  return { id, state: 'new' }
}
