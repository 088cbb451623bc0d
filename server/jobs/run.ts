/** The job runner: mail, notices, payouts. Each job calls a service; a failed one is tried again. */
import { Logger, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker'
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { MailTransport } from '../mail/transport.ts'
import type { Rail } from '../rails/rail.ts'
import type { Jobs } from '../repositories/jobs.ts'
import type { House } from '../services/context.ts'
import { notify } from '../services/notices/notify.ts'
import { beginPayout, endPayout } from '../services/payouts/pay.ts'
import { deliverMail, watchMail } from './mail.ts'

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
    notify: async (payload) => {
      const mails = await transact((tx, now) => notify({ tx, now, house }, payload as Jobs['notify']))
      await deliverMail(parts, mails)
    },
    mail: (payload) => deliverMail(parts, (payload as Jobs['mail']).mailIds),
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

/** Over the owner's connections, since the runner keeps tables of its own. The answer stops it, after the jobs that are running. */
export async function runJobs(parts: JobParts, pool: RunnerOptions['pgPool']): Promise<() => Promise<void>> {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') parts.log.warn({ job: message }, 'a job complains')
  })
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    taskList: tasks(parts),
    logger,
  })
  const stopMail = watchMail(parts)
  return async () => {
    await runner.stop()
    await stopMail()
    parts.mail.close()
  }
}
