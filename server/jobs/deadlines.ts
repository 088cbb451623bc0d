/** Applies passed deadlines: every second in each process, and at once when the sandbox's clock was moved. */
import { applyDueLapses, lapseErrorOf } from '#server/services/deals/lapse.ts'
import { guardClock } from './clock-guard.ts'
import type { JobContext } from './job-context.ts'
import { sendAllDueReminders } from './reminders.ts'
import { type Repeater, runEvery } from './run-every.ts'

type DeadlineContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>

/** Larger, and a batch locks its deals for longer than a request should wait; smaller costs more commits. */
const BATCH = 50
/** Batches at once: with one, the database is idle while this process computes, and the other way round. */
const CONCURRENCY = 3
/** A deal whose deadline cannot be applied is retried after this; a person has to look at it. */
const QUARANTINE_MS = 60_000

/** Deals that this process skips, and until when on its monotonic clock. */
const quarantined = new Map<string, number>()

function quarantinedIds(): string[] {
  const now = performance.now()
  for (const [id, until] of quarantined) if (until <= now) quarantined.delete(id)
  return [...quarantined.keys()]
}

/** How many deals this process skips; for the metrics. */
export const countQuarantined = (): number => quarantinedIds().length

async function applyBatches({ runInTransaction, settings, log }: DeadlineContext): Promise<number> {
  let applied = 0
  // After a failed batch its deals are applied one by one, to find the one that fails.
  let singlesLeft = 0
  for (;;) {
    const limit = singlesLeft > 0 ? 1 : BATCH
    let batch: readonly string[] = []
    try {
      await runInTransaction(async (tx, now) => {
        batch = await applyDueLapses({ tx, now, settings }, limit, quarantinedIds())
      })
      if (batch.length === 0) return applied
      applied += batch.length
      singlesLeft -= 1
    } catch (error) {
      const failed = lapseErrorOf(error, batch)
      if (!failed) throw error
      if (failed.dealId === null) {
        singlesLeft = BATCH
        continue
      }
      quarantined.set(failed.dealId, performance.now() + QUARANTINE_MS)
      log.error({ err: failed }, 'deadline failed, deal is quarantined')
    }
  }
}

/** Until none is due, then the reminders; how many deals changed state. */
export async function applyAllDueLapses(context: DeadlineContext): Promise<number> {
  const runs = await Promise.allSettled(Array.from({ length: CONCURRENCY }, () => applyBatches(context)))
  let applied = 0
  for (const run of runs) {
    if (run.status === 'rejected') throw run.reason
    applied += run.value
  }
  await sendAllDueReminders(context)
  return applied
}

export function startDeadlines(context: DeadlineContext, everyMs = 1_000): Repeater {
  const checkClock = guardClock(context)
  return runEvery({
    everyMs,
    work: async () => {
      await checkClock()
      await applyAllDueLapses(context)
    },
    failure: 'deadline run failed, will retry',
    log: context.log,
  })
}
