/** The job runner: what is asked of others, payouts. Each job calls a service; a failed one is tried again. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { isUnavailable } from '../db/errors.ts'
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { MailTransport } from '../mail/transport.ts'
import type { Rail } from '../rails/rail.ts'
import type { Jobs } from '../repositories/jobs.ts'
import type { House } from '../services/context.ts'
import { beginPayout, endPayout } from '../services/payouts/pay.ts'
import { watchMail } from './mail.ts'

type Pool = NonNullable<RunnerOptions['pgPool']>

export interface JobParts {
  readonly transact: Transactor
  readonly house: House
  readonly rails: ReadonlyMap<string, Rail>
  readonly mail: MailTransport
  readonly log: Log
}

export function tasks(parts: JobParts): TaskList {
  const { transact, house, rails } = parts
  return {
    payout: async (payload) => {
      const { payoutId } = payload as Jobs['payout']
      const rail = rails.get(house.provider)
      const begun = await transact((tx, now) => beginPayout({ tx, now, house }, payoutId))
      if (!begun || !rail) return
      const result = await rail.payOut(begun.order)
      await transact((tx, now) => endPayout({ tx, now, house }, begun, result))
    },
  }
}

const RESTART_MS = 1_000

/** Longer than a job of ours takes; a runner that cannot reach its tables never says that it has stopped. */
const LONGEST_STOP_MS = 10_000

/**
 * The runner leaves the promise of writing down how a job ended to nobody: with the database away it would end the
 * process. The job stays locked and goes on a few minutes later (housekeeping.ts). Any other rejection still ends us.
 */
function outliveLostJobs(log: Log): () => void {
  const outlive = (error: unknown): void => {
    if (!isUnavailable(error)) throw error
    log.warn({ reason: (error as Error).message }, 'how a job ended could not be written down')
  }
  process.on('unhandledRejection', outlive)
  return () => process.off('unhandledRejection', outlive)
}

/**
 * Over the owner's connections, since the runner keeps tables of its own. One that ends by itself is replaced. The
 * answer stops it, after the jobs that are running.
 */
export async function runJobs(parts: JobParts, pool: Pool): Promise<() => Promise<void>> {
  const { log } = parts
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: message }, 'a job complains')
  })
  const pools: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
  const begin = (): Promise<Runner> =>
    run({
      pgPool: pool,
      concurrency: 4,
      pollInterval: 2_000,
      noHandleSignals: true,
      taskList: tasks(parts),
      events,
      logger,
    })
  const stopRunner = keepRunning(await begin(), {
    begin: async () => {
      // The jobs that the last one had in hand are nobody's now.
      await pool.query('select graphile_worker.force_unlock_workers($1)', [pools.splice(0)])
      return begin()
    },
    onTrouble: (error) => log.warn({ reason: error.message }, 'the job runner ended, and is started again'),
  })
  const stopMail = watchMail(parts)
  const stopOutliving = outliveLostJobs(log)
  return async () => {
    await Promise.race([stopRunner(), sleep(LONGEST_STOP_MS)])
    stopOutliving()
    await stopMail()
    parts.mail.close()
  }
}

interface Again {
  begin(): Promise<Runner>
  onTrouble(error: Error): void
}

function keepRunning(first: Runner, { begin, onTrouble }: Again): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped
  let runner: Runner | null = first
  const living = (async () => {
    while (!signal.aborted) {
      try {
        runner ??= await begin()
        // told to stop while it was being started
        if (signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!signal.aborted) onTrouble(error as Error)
      }
      runner = null
      await sleep(RESTART_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopped.abort()
    await runner?.stop().catch(() => {})
    await living
  }
}
