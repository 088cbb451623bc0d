/**
 * Draws PDF documents in a worker thread: each takes a tenth of a second of CPU time, during which the server would
 * answer nobody. The thread starts with the first document and ends when idle. Nothing is stored.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { Refusal } from '#core/errors.ts'
import { packageRoot } from '#server/lib/paths.ts'
import type { PdfContent } from './document.ts'

/** A longer queue is a flood: a later retry is better than a time-out. */
const MAX_QUEUE = 30
const TIME_LIMIT_MS = 20_000
const IDLE_MS = 60_000

let pool: Piscina<PdfContent, Uint8Array> | null = null
let startError: Error | null = null

/** From the sources: a thread does not inherit the TypeScript loader of its process. */
function sourceWorker() {
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const loader = new URL('dist/esm/api/index.mjs', pathToFileURL(tsx))
  const preload = encodeURIComponent(`import { register } from '${loader}'; register()`)
  return {
    filename: join(packageRoot, 'server', 'pdf', 'worker.ts'),
    execArgv: ['--import', `data:text/javascript,${preload}`],
  }
}

function openPool(): Piscina<PdfContent, Uint8Array> {
  const isBuilt = import.meta.url.includes('/build/server/')
  const worker = isBuilt
    ? { filename: join(packageRoot, 'build', 'server', 'pdf', 'worker.js') }
    : sourceWorker()
  const opened = new Piscina<PdfContent, Uint8Array>({
    ...worker,
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
export async function renderPdf(content: PdfContent): Promise<Buffer> {
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
