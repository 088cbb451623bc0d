/** Takes accounts of payees to the provider that holds the money of deals, and asks how far they are. */
import {
  askAccount,
  claimLinkedAccounts,
  postponeLinkedAccount,
} from '#server/services/payee-accounts/ask.ts'
import type { JobContext } from './job-context.ts'
import { type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type AccountJobContext = Pick<JobContext, 'runInTransaction' | 'settings' | 'rails'>
type ClaimedAccount = Awaited<ReturnType<typeof claimLinkedAccounts>>[number]

export const linkedAccountQueue = ({
  runInTransaction,
  settings,
  rails,
}: AccountJobContext): Queue<ClaimedAccount> => ({
  name: 'linked_account',
  failure: 'asking about an account of a payee failed, will retry',
  ...{ batchSize: 5, workers: 1, pauseMs: 0 },
  claim: (limit) => runInTransaction((tx, now) => claimLinkedAccounts({ tx, now, settings }, limit)),
  handle: (row) =>
    askAccount((work) => runInTransaction((tx, now) => work({ tx, now, settings })), rails, row),
  fail: (row) => runInTransaction((tx) => postponeLinkedAccount({ tx }, row)),
})

export const startLinkedAccounts = ({
  log,
  ...context
}: AccountJobContext & Pick<JobContext, 'log'>): Repeater => startQueue(linkedAccountQueue(context), log)
