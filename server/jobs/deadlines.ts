/** Fires deadlines: every second in each process, and at once when the sandbox's clock was moved. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { House } from '../services/context.ts'
import { fireDue, LapseFailed } from '../services/deals/lapse.ts'
import { guardClock } from './clock-guard.ts'
import { fireEveryReminder } from './reminders.ts'
import { repeat } from './repeat.ts'

interface Parts {
  readonly transact: Transactor
  readonly house: House
  readonly log: Log
}
/** Larger, and a batch holds its deals' rows for longer than a request should wait; smaller costs more commits. */
const BATCH = 50
/** Batches at once. One leaves the database idle while this process thinks, and the other way about. */
const LANES = 3
/** A deal that cannot lapse is tried again after this; a person has to look at it meanwhile. */
const ASIDE_MS = 60_000

/** Deals set aside by this process, and until when on its steady clock. */
const aside = new Map<string, number>()

function setAside(): string[] {
  const now = performance.now()
  for (const [id, until] of aside) if (until <= now) aside.delete(id)
  return [...aside.keys()]
}

/** How many deals this process has set aside; for the metrics. */
export const countAside = (): number => setAside().length

async function fireBatches({ transact, house, log }: Parts): Promise<number> {
  let fired = 0
  // after a batch that failed its deals are fired one by one, to find the one that cannot be
  let alone = 0
  for (;;) {
    const limit = alone > 0 ? 1 : BATCH
    try {
      const count = await transact((tx, now) => fireDue({ tx, now, house }, limit, setAside()))
      if (count === 0) return fired
      fired += count
      alone -= 1
    } catch (error) {
      if (!(error instanceof LapseFailed)) throw error
      if (error.dealId === null) {
        alone = BATCH
        continue
      }
      aside.set(error.dealId, performance.now() + ASIDE_MS)
      log.error({ err: error }, 'a deal is set aside: its deadline cannot be applied')
    }
  }
}

/** Until none is left that is due, then the reminders; answers how many deals moved. */
export async function fireEveryDeadline(parts: Parts): Promise<number> {
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => fireBatches(parts)))
  let fired = 0
  for (const lane of lanes) {
    if (lane.status === 'rejected') throw lane.reason
    fired += lane.value
  }
  await fireEveryReminder(parts)
  return fired
}

/** The answer stops it, after the round that is running. */
export function watchDeadlines(parts: Parts, everyMs = 1_000): () => Promise<void> {
  const lookAtClock = guardClock(parts)
  return repeat({
    everyMs,
    work: async () => {
      await lookAtClock()
      await fireEveryDeadline(parts)
    },
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'deadlines wait'),
  })
}
