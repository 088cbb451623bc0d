/** What the job does with a message: claim it, sign it for one try, and record what became of the try. */
import { pageLink } from '#core/links.ts'
import { nextStepOf, type WebhookResult } from '#core/webhooks.ts'
import { m } from '#messages/compiled/messages.js'
import { webhookProblemText } from '#messages/webhook-text.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimRows, postponeRow } from '#server/repositories/queue.ts'
import * as webhooks from '#server/repositories/webhooks.ts'
import type { Ctx } from '#server/services/context.ts'
import { queueAccountEmail } from '#server/services/notifications/queue-email.ts'
import { openSecret, type SignedMessage, signaturesOf, signingKey } from './secret.ts'

export type WebhookClaim = webhooks.WebhookRow

const DISABLE_AFTER_HOURS = 72

export const claimMessages = (tx: Tx, limit: number): Promise<WebhookClaim[]> =>
  claimRows<WebhookClaim>(tx, 'webhook_message', limit)

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
  const { endpoint_id, secret_sealed, old_secret_sealed } = receiver
  const secrets = [await openSecret(ctx, endpoint_id, secret_sealed)]
  if (old_secret_sealed) secrets.push(await openSecret(ctx, endpoint_id, old_secret_sealed))
  const privateKey = await signingKey(ctx, endpoint_id)
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
      'webhook-signature': signaturesOf({ secrets, privateKey }, signed),
    },
  }
}

export interface WebhookAnswer extends WebhookResult {
  readonly tookMs: number
  readonly excerpt: string
}

export async function endTry(
  ctx: Ctx,
  message: WebhookClaim,
  answer: WebhookAnswer,
  jitter: number,
): Promise<void> {
  const { tx } = ctx
  const { status, problem, tookMs: took_ms, excerpt } = answer
  await webhooks.insertAttempt(tx, { message: message.id, status, problem, took_ms, excerpt })
  const step = nextStepOf(answer, message.tries, jitter)
  if (step === 'delivered') return webhooks.markDelivered(tx, message)
  if (step === 'gone') await webhooks.markGone(tx, message.endpoint_id)
  else {
    const reason = problem ?? `status ${status}`
    if (await webhooks.markFailing(tx, message.endpoint_id, reason, DISABLE_AFTER_HOURS))
      await tellOwner(ctx, message, reason)
  }
  if (typeof step === 'string') await webhooks.giveUpMessage(tx, message.id)
  else await postponeRow(tx, 'webhook_message', message.id, step.waitMs)
}

async function tellOwner(ctx: Ctx, message: WebhookClaim, reason: string): Promise<void> {
  const owner = await webhooks.findOwnerOf(ctx.tx, message.endpoint_id)
  if (!owner) return
  const inWords = { locale: owner.locale }
  await queueAccountEmail(ctx, {
    key: `webhook-off:${message.message_id}`,
    user: owner,
    subject: m.webhook_off_subject({ app: owner.app }, inWords),
    headline: m.webhook_off_headline({ app: owner.app }, inWords),
    body: [
      m.webhook_off_reason(
        { host: new URL(owner.url).host, reason: webhookProblemText(reason, inWords) },
        inWords,
      ),
      m.webhook_off_again({}, inWords),
    ],
    link: pageLink(ctx.settings.publicUrl, owner.locale, '/developers'),
    linkLabel: m.webhook_off_link({}, inWords),
  })
}

export const postponeMessage = (tx: Tx, id: number, waitMs: number) =>
  postponeRow(tx, 'webhook_message', id, waitMs)
