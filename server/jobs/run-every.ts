/** Repeats work, one round at a time. */
import { CommitUnknown, isConnectionLost } from '#server/db/errors.ts'
import type { Log } from '#server/log.ts'

export interface RepeatedWork {
  /** Between the end of one round and the beginning of the next. */
  readonly everyMs: number | (() => number)
  readonly work: () => Promise<unknown>
  /** Logged with the reason of a round that failed. */
  readonly failure: string
  readonly log: Log
}

/** That the database is gone is told once, by who watches it: every job would tell it at every round until it is back. */
export const levelOf = (error: unknown): 'debug' | 'warn' =>
  isConnectionLost(error) || error instanceof CommitUnknown ? 'debug' : 'warn'

export interface Repeater {
  /** Begins a round now and returns true; false while one is running, which another then follows at once. */
  wake(): boolean
  /** Resolves after the running round. */
  stop(): Promise<void>
}

export interface Worker extends Repeater {
  isRunning(): boolean
}

export function runEvery({ everyMs, work, failure, log }: RepeatedWork): Worker {
  let isStopped = false
  let isRunning = false
  let isWakeUpPending = false
  let round = Promise.resolve()
  let timer: NodeJS.Timeout
  const runRound = async (): Promise<void> => {
    isRunning = true
    isWakeUpPending = false
    try {
      await work()
    } catch (error) {
      log[levelOf(error)]({ reason: (error as Error).message }, failure)
    }
    isRunning = false
    if (isStopped) return
    const pauseMs = typeof everyMs === 'number' ? everyMs : everyMs()
    timer = setTimeout(start, isWakeUpPending ? 0 : pauseMs)
  }
  const start = (): void => {
    round = runRound()
  }
  start()
  return {
    wake: () => {
      if (isRunning || isStopped) {
        isWakeUpPending = true
        return false
      }
      clearTimeout(timer)
      start()
      return true
    },
    isRunning: () => isRunning,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}
