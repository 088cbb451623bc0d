/** What providers report: stored once under the provider's own id, worked on after. */
import { type Selectable, sql } from 'kysely'
import { prepare, prepareText } from '#server/db/prepare.ts'
import type { WebhookEventTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import { countUpTo } from './deal-grid.ts'
import { claimRows, LEASE_MS, postponeRow } from './queue.ts'

export type ReportRow = Selectable<WebhookEventTable>

export interface NewReport {
  readonly provider: string
  readonly event_id: string
  readonly raw: Buffer
  readonly body: string
  readonly facts: string | null
  readonly state: 'new' | 'ignored'
}

export type StoredReport = Pick<ReportRow, 'id' | 'state'>

/** Undefined when it is known. */
export const storeReportRow = async (tx: Tx, report: NewReport): Promise<StoredReport | undefined> =>
  (await insertNew(tx, { report })).rows[0]

const insertNew = prepare((tx: Tx, { report }: { report: NewReport }) =>
  tx
    .insertInto('webhook_event')
    .values({
      ...report,
      // whoever stores it works on it at once: the job takes it when that has come to nothing
      next_try_at: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning(['id', 'state']),
)

export const findReport = (
  tx: Tx,
  { provider, event_id }: Pick<NewReport, 'provider' | 'event_id'>,
): Promise<StoredReport | undefined> =>
  tx
    .selectFrom('webhook_event')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .executeTakeFirst()

/** Whoever works on it at the same moment waits, and sees that it is done. */
export const lockReport = async (tx: Tx, id: number): Promise<ReportRow | undefined> =>
  (await selectForNoKeyUpdate(tx, { id })).rows[0]

const selectForNoKeyUpdate = prepare((tx: Tx, { id }: { id: number }) =>
  tx.selectFrom('webhook_event').selectAll().where('id', '=', id).forNoKeyUpdate(),
)

export const claimReportRows = (tx: Tx, limit: number): Promise<ReportRow[]> =>
  claimRows<ReportRow>(tx, 'webhook_event', limit)

export const postponeReportRow = async (tx: Tx, id: number, problem: string, waitMs: number) => {
  await tx
    .updateTable('webhook_event')
    .set({ problem })
    .where('id', '=', id)
    .where('state', '=', 'new')
    .execute()
  await postponeRow(tx, 'webhook_event', id, waitMs)
}

/** Sent together with the commit. */
export const markApplied = (tx: Tx, id: number): void => tx.beforeCommit(updateApplied(tx, { id }))

const updateApplied = prepareText((tx: Tx, { id }: { id: number }) =>
  tx
    .updateTable('webhook_event')
    .set({ state: 'applied', problem: null, applied_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'new'),
)

export const giveUpReport = (tx: Tx, id: number, problem: string) =>
  tx
    .updateTable('webhook_event')
    .set({ state: 'failed', problem })
    .where('id', '=', id)
    .where('state', '=', 'new')
    .execute()

/** Given up, and to be tried once more from the beginning. False where it is not given up. */
export async function reviveReport(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_event')
    .set({ state: 'new', tries: 0, next_try_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface InboxQuery {
  readonly page: number
  readonly page_size: number
  readonly state?: ReportRow['state'] | undefined
}

/** Newest first. */
export async function listReports(tx: Tx, { page, page_size, state }: InboxQuery) {
  const chosen = tx
    .selectFrom('webhook_event')
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'new'))
  const [rows, total] = await Promise.all([
    chosen
      .select(['id', 'provider', 'event_id', 'state', 'tries', 'problem', 'at', 'applied_at'])
      .orderBy('id', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    countUpTo(tx, chosen.select(sql`1`.as('one'))),
  ])
  return { rows, total }
}

/** Old ones, emptied; the rows stay. `forget_reports()` in 006-payments.sql. */
export async function forgetReportRows(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select forget_reports(${limit})::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
