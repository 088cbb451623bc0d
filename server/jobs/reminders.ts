/** Says the reminders that are due: with the deadlines each second, and when the sandbox's clock was moved. */
import type { Transactor } from '../db/transaction.ts'
import type { House } from '../services/context.ts'
import { remindDue } from '../services/notices/remind.ts'

const BATCH = 50

export async function fireEveryReminder({
  transact,
  house,
}: {
  transact: Transactor
  house: House
}): Promise<void> {
  while ((await transact((tx, now) => remindDue({ tx, now, house }, BATCH))) > 0);
}
