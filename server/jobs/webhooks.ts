/** Sends webhooks. The receiver is called outside any transaction; a process that dies leaves its rows to the others. */
import type { Lookup } from '#server/lib/public-address.ts'
import {
  beginTry,
  claimMessages,
  endTry,
  postponeMessage,
  type WebhookClaim,
} from '#server/services/webhooks/deliver.ts'
import { sendWebhook } from '#server/webhooks/send.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type WebhookJobContext = Pick<JobContext, 'runInTransaction' | 'settings'> & {
  /** The system's, where it is left out. */
  readonly lookup?: Lookup
}

const WAIT_AFTER_ERROR_MS = 60_000

export const webhookQueue = ({
  runInTransaction,
  settings,
  lookup,
}: WebhookJobContext): Queue<WebhookClaim> => ({
  name: 'webhook_message',
  failure: 'webhook job failed, will retry',
  batchSize: 5,
  // so that some receivers that take all their time hold up one batch and not the others
  workers: 2,
  pauseMs: 30,
  claim: (limit) => claimAlone(runInTransaction, (tx) => claimMessages(tx, limit)),
  handle: async (message) => {
    const order = await runInTransaction((tx) => beginTry({ tx, settings }, message, Date.now()))
    if (!order) return
    const startedAt = performance.now()
    const reply = await sendWebhook(order, {
      allowed: settings.webhookAllow,
      ...(lookup ? { lookup } : {}),
    })
    const tookMs = Math.round(performance.now() - startedAt)
    const jitter = Math.random() * 2 - 1
    await runInTransaction((tx, now) => endTry({ tx, now, settings }, message, { ...reply, tookMs }, jitter))
  },
  fail: ({ id }) => runInTransaction((tx) => postponeMessage(tx, id, WAIT_AFTER_ERROR_MS)),
})

export const startWebhooks = (context: WebhookJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(webhookQueue(context), context.log)
