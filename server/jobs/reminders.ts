/** Sends due reminders: after the deadlines each second, and when the sandbox's clock was moved. */
import { ReminderFailed, remindDue, skipReminder } from '#server/services/notifications/send-reminders.ts'
import type { JobContext } from './job-context.ts'

type ReminderContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'log'>

const BATCH = 50

export async function sendAllDueReminders({
  runInTransaction,
  settings,
  log,
}: ReminderContext): Promise<void> {
  for (;;) {
    try {
      const count = await runInTransaction((tx, now) => remindDue({ tx, now, settings }, BATCH))
      if (count === 0) return
    } catch (error) {
      if (!(error instanceof ReminderFailed)) throw error
      log.error({ err: error }, 'reminder failed, will retry')
      await runInTransaction((tx, now) => skipReminder({ tx, now, settings }, error.dealId))
    }
  }
}
