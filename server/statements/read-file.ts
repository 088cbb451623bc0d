/**
 * Reads an uploaded bank statement, or a bank's report, in a worker thread: seconds of CPU time, and files that want more
 * memory or time than a statement needs. The thread ends with a file that takes too long, and when idle. Nothing is stored here.
 */
import { Piscina } from 'piscina'
import { Refusal } from '#core/errors.ts'
import type { StatusReport } from '#core/payout-files/status-report.ts'
import { type BankStatement, MAX_STATEMENT_BYTES, UnreadableStatement } from '#core/statements/lines.ts'
import type { StatementOptions } from '#core/statements/read.ts'
import { workerFile } from '#server/lib/worker-file.ts'
import type { ReportTask, StatementReading, StatementTask } from './worker.ts'

const MAX_QUEUE = 10
const TIME_LIMIT_MS = 10_000
const MEMORY_LIMIT_MB = 256
const IDLE_MS = 60_000

let pool: Piscina<StatementTask | ReportTask, StatementReading> | null = null
let startError: Error | null = null

function openPool(): Piscina<StatementTask | ReportTask, StatementReading> {
  const opened = new Piscina<StatementTask | ReportTask, StatementReading>({
    ...workerFile('statements'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_QUEUE,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    // the worker unpacks asynchronously; Atomics.wait would block it between tasks
    atomics: 'disabled',
  })
  // a thread that cannot start would be started again and again, and without a listener ends the process
  opened.on('error', (error: Error) => {
    startError = error
    void stopReading()
  })
  return opened
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function runInThread(task: StatementTask | ReportTask): Promise<StatementReading> {
  if (task.bytes.length > MAX_STATEMENT_BYTES) throw new UnreadableStatement('too_large')
  pool ??= openPool()
  if (pool.queueSize >= MAX_QUEUE) throw new Refusal('unavailable')
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    return await pool.run(task, { signal })
  } catch (error) {
    if (signal.aborted) throw new UnreadableStatement('too_slow')
    if (isOutOfMemory(error)) throw new UnreadableStatement('too_large')
    throw startError ?? error
  }
}

/** An answer to the other task is none: the thread answers as it is asked. */
function unreadable(reading: StatementReading): UnreadableStatement {
  return 'reason' in reading
    ? new UnreadableStatement(reading.reason, reading.row)
    : new UnreadableStatement('damaged')
}

/** Throws UnreadableStatement for a file of which nothing is taken, Refusal `unavailable` when too many wait. */
export async function readStatementFile(
  bytes: Uint8Array,
  options: StatementOptions = {},
): Promise<BankStatement> {
  const reading = await runInThread({ ...options, bytes })
  if ('statement' in reading) return reading.statement
  throw unreadable(reading)
}

/**
 * The bank's report on a file of payouts: a spreadsheet or text, by its bytes. Throws UnreadableStatement for
 * what has no column of a status, Refusal `unavailable` when too many wait.
 */
export async function readReportFile(bytes: Uint8Array): Promise<StatusReport> {
  const reading = await runInThread({ bytes, isReport: true })
  if ('report' in reading) return reading.report
  throw unreadable(reading)
}

/** Ends the thread; files in the queue are rejected. */
export async function stopReading(): Promise<void> {
  const stopping = pool
  pool = null
  await stopping?.destroy()
}
