/** What the job does with a message: claim it, sign it for one try, and record what became of the try. */
import { nextStepOf, type WebhookResult } from '#core/webhooks.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimRows, postponeRow } from '#server/repositories/queue.ts'
import * as webhooks from '#server/repositories/webhooks.ts'
import type { Ctx } from '#server/services/context.ts'
import { openSecret, type SignedMessage, signatureOf } from './secret.ts'

export type WebhookClaim = webhooks.WebhookRow

const DISABLE_AFTER_HOURS = 72

export const claimMessages = (tx: Tx, now: number, limit: number): Promise<WebhookClaim[]> =>
  claimRows<WebhookClaim>(tx, 'webhook_message', { now, limit })

export interface WebhookTry {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Null when its endpoint is switched off or gone since: the message is not sent. `atMs` is real time. */
export async function beginTry(
  ctx: Pick<Ctx, 'tx' | 'settings'>,
  message: WebhookClaim,
  atMs: number,
): Promise<WebhookTry | null> {
  const receiver = await webhooks.findReceiver(ctx.tx, message.endpoint_id)
  if (!receiver) {
    await webhooks.giveUpMessage(ctx.tx, message.id)
    return null
  }
  const secret = await openSecret(ctx, receiver.endpoint_id, receiver.secret_sealed)
  const signed: SignedMessage = {
    id: message.message_id,
    timestamp: Math.floor(atMs / 1_000),
    body: message.body,
  }
  return {
    url: receiver.url,
    body: message.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Amanat-Webhooks/1',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': signatureOf(secret, signed),
    },
  }
}

export interface WebhookAnswer extends WebhookResult {
  readonly tookMs: number
  readonly excerpt: string
}

export async function endTry(
  { tx }: Pick<Ctx, 'tx'>,
  message: WebhookClaim,
  answer: WebhookAnswer,
  jitter: number,
): Promise<void> {
  const { status, problem, tookMs: took_ms, excerpt } = answer
  await webhooks.insertAttempt(tx, { message: message.id, status, problem, took_ms, excerpt })
  const step = nextStepOf(answer, message.tries, jitter)
  if (step === 'delivered') return webhooks.markDelivered(tx, message)
  if (step === 'gone') await webhooks.markGone(tx, message.endpoint_id)
  else await webhooks.markFailing(tx, message.endpoint_id, problem ?? `status ${status}`, DISABLE_AFTER_HOURS)
  if (typeof step === 'string') await webhooks.giveUpMessage(tx, message.id)
  else await postponeRow(tx, 'webhook_message', message.id, step.waitMs)
}

export const postponeMessage = (tx: Tx, id: number, waitMs: number) =>
  postponeRow(tx, 'webhook_message', id, waitMs)
