/** Fires deadlines: every second in each process, and at once when the sandbox's clock was moved. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { House } from '../services/context.ts'
import { fireDue } from '../services/deals/lapse.ts'
import { fireEveryReminder } from './reminders.ts'
import { repeat } from './repeat.ts'

interface Parts {
  readonly transact: Transactor
  readonly house: House
  readonly log: Log
}
const BATCH = 50

/** Until none is left that is due, then the reminders; answers how many deals moved. */
export async function fireEveryDeadline({ transact, house }: Parts): Promise<number> {
  let fired = 0
  for (;;) {
    const count = await transact((tx, now) => fireDue({ tx, now, house }, BATCH))
    fired += count
    if (count === 0) break
  }
  await fireEveryReminder({ transact, house })
  return fired
}

/** The answer stops it, after the round that is running. */
export const watchDeadlines = (parts: Parts, everyMs = 1_000): (() => Promise<void>) =>
  repeat({
    everyMs,
    work: () => fireEveryDeadline(parts),
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'deadlines wait'),
  })
