/** Sends notices to browsers. A push service is called outside any transaction. */
import {
  claimPushMessages,
  forgetBrowser,
  markPushSent,
  type PushClaim,
  pushFailed,
  pushOrder,
} from '#server/services/notifications/push.ts'
import { sendWebhook } from '#server/webhooks/send.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type PushJobContext = Pick<JobContext, 'runInTransaction' | 'settings'>

/** The browser has unsubscribed, or is no more. */
const GONE: readonly (number | null)[] = [404, 410]

export const pushQueue = ({ runInTransaction, settings }: PushJobContext): Queue<PushClaim> => ({
  name: 'push_message',
  failure: 'a push was not taken, will retry',
  batchSize: 20,
  workers: 1,
  pauseMs: 30,
  claim: (limit) => claimAlone(runInTransaction, (tx) => claimPushMessages(tx, limit)),
  handle: async (message) => {
    const order = await runInTransaction((tx) => pushOrder({ tx, settings }, message))
    if (!order) return
    const { status, problem } = await sendWebhook(order, { allowed: settings.webhookAllow })
    if (GONE.includes(status)) await runInTransaction((tx) => forgetBrowser(tx, message))
    else if (status === null || status >= 300) throw new Error(problem ?? `status ${status}`)
  },
  finish: (rows) => runInTransaction((tx) => markPushSent(tx, rows)),
  fail: (message) => runInTransaction((tx) => pushFailed(tx, message)),
})

export const startPush = (context: PushJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(pushQueue(context), context.log)
