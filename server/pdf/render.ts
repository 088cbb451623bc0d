/**
 * Draws PDF documents in a worker thread: each takes a tenth of a second of CPU time, during which the server would
 * answer nobody. The thread starts with the first document and ends when idle. Nothing is stored.
 */
import { Piscina } from 'piscina'
import { Refusal } from '#core/errors.ts'
import { workerFile } from '#server/lib/worker-file.ts'
import type { Drawable } from './document.ts'

/** A longer queue is a flood: a later retry is better than a time-out. */
const MAX_QUEUE = 30
const TIME_LIMIT_MS = 20_000
const IDLE_MS = 60_000

let pool: Piscina<Drawable, Uint8Array> | null = null
let startError: Error | null = null

function openPool(): Piscina<Drawable, Uint8Array> {
  const opened = new Piscina<Drawable, Uint8Array>({
    ...workerFile('pdf'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_QUEUE,
    idleTimeout: IDLE_MS,
    // the worker draws asynchronously; Atomics.wait would block it between tasks
    atomics: 'disabled',
  })
  // a thread that cannot start would be started again and again, and without a listener ends the process
  opened.on('error', (error: Error) => {
    startError = error
    void stopRendering()
  })
  return opened
}

/** Throws Refusal `unavailable` when the queue is full or drawing takes too long. */
export async function renderPdf(content: Drawable): Promise<Buffer> {
  pool ??= openPool()
  if (pool.queueSize >= MAX_QUEUE) throw new Refusal('unavailable')
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    return Buffer.from(await pool.run(content, { signal }))
  } catch (error) {
    throw signal.aborted ? new Refusal('unavailable') : (startError ?? error)
  }
}

/** Ends the thread; documents in the queue are rejected. */
export async function stopRendering(): Promise<void> {
  const stopping = pool
  pool = null
  await stopping?.destroy()
}
