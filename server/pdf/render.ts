/**
 * Papers are drawn in a thread of their own: a tenth of a second of work each, during which the server would answer
 * nobody. The thread starts with the first paper and goes when none was asked for in a while. Nothing is kept.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../core/errors.ts'
import { packageRoot } from '../package-root.ts'
import type { Paper } from './paper.ts'

/** More than this waiting is a flood: asked again later is better than asked for nothing. */
const MAX_WAITING = 30
const TIME_LIMIT_MS = 20_000
const IDLE_MS = 60_000

interface Job {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
  readonly limit: NodeJS.Timeout
}
type Answer = { id: number; pdf: Uint8Array } | { id: number; problem: string }

const waiting = new Map<number, Job>()
let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let count = 0

/** From the sources a thread has to learn TypeScript first: it does not take that over from the one that starts it. */
function threadOfSources(): Worker {
  const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  const learn = JSON.stringify(join(tsx, 'dist', 'esm', 'api', 'index.mjs'))
  const file = JSON.stringify(join(packageRoot, 'server', 'pdf', 'worker.ts'))
  return new Worker(`import(${learn}).then(({ register }) => (register(), import(${file})))`, { eval: true })
}

function start(): Worker {
  const isBuilt = import.meta.url.includes('/build/server/')
  const built = join(packageRoot, 'build', 'server', 'pdf', 'worker.js')
  const started = isBuilt ? new Worker(built) : threadOfSources()
  // a paper that is being drawn does not keep a process that wants to end
  started.unref()
  started.on('message', settle)
  started.on('error', (error) => giveUp(started, error))
  started.on('exit', () => giveUp(started, new Error('the thread that draws papers has ended')))
  return started
}

function settle(answer: Answer): void {
  const job = waiting.get(answer.id)
  if (!job) return
  waiting.delete(answer.id)
  clearTimeout(job.limit)
  if ('pdf' in answer) job.resolve(Buffer.from(answer.pdf))
  else job.reject(new Error(answer.problem))
  if (waiting.size === 0) idle = setTimeout(stopDrawing, IDLE_MS).unref()
}

/** All that wait are told; the next paper starts a new thread. */
function giveUp(failed: Worker, error: Error): void {
  if (worker !== failed) return
  worker = null
  for (const { reject, limit } of waiting.values()) {
    clearTimeout(limit)
    reject(error)
  }
  waiting.clear()
  void failed.terminate()
}

export function stopDrawing(): void {
  if (worker) giveUp(worker, new Error('stopped'))
}

/** Throws Refusal `unavailable` when too many wait or it takes too long. */
export function renderPaper(paper: Paper): Promise<Buffer> {
  if (waiting.size >= MAX_WAITING) throw new Refusal('unavailable')
  clearTimeout(idle)
  worker ??= start()
  const asked = worker
  const id = ++count
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => giveUp(asked, new Refusal('unavailable')), TIME_LIMIT_MS)
    waiting.set(id, { resolve, reject, limit })
    asked.postMessage({ id, paper })
  })
}
