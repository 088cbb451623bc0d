/** Fires deadlines: every second in each process, and at once when the sandbox's clock was moved. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { House } from '../services/context.ts'
import { fireDue } from '../services/deals/lapse.ts'

interface Parts {
  readonly transact: Transactor
  readonly house: House
  readonly log: Log
}
const BATCH = 50

/** Until none is left that is due; answers how many deals moved. */
export async function fireEveryDeadline({ transact, house }: Parts): Promise<number> {
  let fired = 0
  for (;;) {
    const count = await transact((tx, now) => fireDue({ tx, now, house }, BATCH))
    fired += count
    if (count === 0) return fired
  }
}

/** The answer stops it, after the round that is running. */
export function watchDeadlines(parts: Parts, everyMs = 1_000): () => Promise<void> {
  let isStopped = false
  let round = Promise.resolve()
  let timer: NodeJS.Timeout
  const turn = async (): Promise<void> => {
    try {
      await fireEveryDeadline(parts)
    } catch (error) {
      parts.log.warn({ reason: (error as Error).message }, 'deadlines wait')
    }
    if (!isStopped) timer = setTimeout(start, everyMs)
  }
  const start = (): void => {
    round = turn()
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}
