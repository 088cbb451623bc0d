// Works off every queue: rows are claimed with a lease, handled outside any transaction, and put off when handling fails.
// A process that dies leaves its rows to the others when the lease ends (docs/decisions/021).
import type { RunInTransaction, TransactionStart, Tx } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import { levelOf, type Repeater, runEvery } from './run-every.ts'
export interface Queue<Row> {
  readonly name: string
  readonly failure: string
  readonly batchSize: number
  /** Whether more may wait than were claimed: then it looks again at once. Unless said, after a full batch. */
  mayBeMore?(claimed: readonly Row[]): boolean
  /** Batches at once: one slow row holds up its own batch only. */
  readonly workers: number
  /** Before it looks again at once; too short, and a long queue delays requests. */
  readonly pauseMs: number
  claim(limit: number): Promise<readonly Row[]>
  handle(row: Row): Promise<unknown>
  /** Puts the row off, or gives it up. */
  fail(row: Row, error: Error): Promise<unknown>
  /** Those of a batch that were handled, where one statement can record them all. */
  finish?(rows: readonly Row[]): Promise<unknown>
}
/** A claim is one statement, and needs no transaction around it: one that is claimed twice waits for the end of its lease. */
export const claimAlone = <Row>(
  runInTransaction: RunInTransaction,
  claim: (tx: Tx) => Promise<Row[]>,
): Promise<Row[]> =>
  runInTransaction(async (_tx, _now, { rows }: TransactionStart & { rows: Row[] }) => rows, {
    preamble: async (tx) => ({ now: new Date(), rows: await claim(tx) }),
    isWhole: true,
  })

const POLL_MS = 1_000
const failures = new Map<string, number>()
/** How many rows this process failed to handle, by queue. */
export const jobFailures = (): ReadonlyMap<string, number> => failures
export async function runBatch<Row extends { id: unknown; tries: number }>(queue: Queue<Row>, log: Log) {
  const rows = await queue.claim(queue.batchSize)
  const attempt = async (row: Row): Promise<Row[]> => {
    try {
      await queue.handle(row)
      return [row]
    } catch (error) {
      failures.set(queue.name, (failures.get(queue.name) ?? 0) + 1)
      const reason = (error as Error).message
      log[levelOf(error)]({ id: row.id, tries: row.tries, reason }, queue.failure)
      await queue.fail(row, error as Error)
      return []
    }
  }
  const done = (await Promise.all(rows.map(attempt))).flat()
  if (done.length > 0) await queue.finish?.(done)
  const mayBeMore = queue.mayBeMore?.(rows) ?? rows.length >= queue.batchSize
  return { claimed: rows.length, done: done.length, mayBeMore }
}

export function startQueue<Row extends { id: unknown; tries: number }>(
  queue: Queue<Row>,
  log: Log,
): Repeater {
  const failure = `${queue.name} run failed, will retry`
  const workers = Array.from({ length: queue.workers }, () => {
    let pauseMs = POLL_MS
    const work = async () => {
      pauseMs = POLL_MS
      if ((await runBatch(queue, log)).mayBeMore) pauseMs = queue.pauseMs
    }
    return runEvery({ everyMs: () => pauseMs, work, failure, log })
  })
  return {
    // one that is idle, or whoever is done first: a busy one that was told as well would find nothing
    wake: () =>
      workers.find((worker) => !worker.isRunning())?.wake() ?? workers.some((worker) => worker.wake()),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  }
}
