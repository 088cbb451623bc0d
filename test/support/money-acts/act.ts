/** What one of the team says about money and another agrees to. */
import { DEFAULT_POLICY } from '#core/policy.ts'
import type { Reply, TestApp } from '#test/support/app.ts'
import type { Person } from '#test/support/people.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Say = (who: Person) => Promise<Pick<Reply<any>, 'status' | 'body'>>

export interface MoneyAct {
  readonly ask: Say
  readonly agree: Say
  /** What would move the money, were it agreed to. */
  readonly afterwards?: Say
}
/** Brings the world to where it can be asked for. */
export type PrepareAct = (first: Person) => Promise<MoneyAct>

/** In rupees: from here on two of the team let money go. */
export const LARGE = DEFAULT_POLICY.payoutLimits.fourEyesPaise / 100

export const NOTE = { note: 'Looked at with the bank' }

/** The same call agrees. */
export const twice = (ask: Say): MoneyAct => ({ ask, agree: ask })

export const callOf =
  (app: TestApp) =>
  (path: string, body?: object): Say =>
  ({ token }) =>
    app.call('POST', `/api/admin/${path}`, { token, ...(body ? { body } : {}) })

export const queryOf =
  (app: TestApp) =>
  async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
