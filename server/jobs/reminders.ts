/** Says the reminders that are due: with the deadlines each second, and when the sandbox's clock was moved. */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { House } from '../services/context.ts'
import { ReminderFailed, remindDue, skipReminder } from '../services/notices/remind.ts'

interface Parts {
  readonly transact: Transactor
  readonly house: House
  readonly log: Log
}
const BATCH = 50

export async function fireEveryReminder({ transact, house, log }: Parts): Promise<void> {
  for (;;) {
    try {
      const count = await transact((tx, now) => remindDue({ tx, now, house }, BATCH))
      if (count === 0) return
    } catch (error) {
      if (!(error instanceof ReminderFailed)) throw error
      log.error({ err: error }, 'a reminder is put off')
      await transact((tx, now) => skipReminder({ tx, now, house }, error.dealId))
    }
  }
}
