/** Webhooks of an app: set, listed, taken out, and their log. Somebody else's app is not there. */
import type { Answer } from '#core/contract/endpoint.ts'
import type {
  createWebhook as creation,
  rotateWebhookSecret as rotation,
  Webhook,
  WebhookMessage,
} from '#core/contract/webhooks.ts'
import { MOST_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#core/contract/webhooks.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { TEST_TYPE } from '#core/webhooks.ts'
import { type AddressRules, openAddressOf } from '#server/lib/public-address.ts'
import { randomId } from '#server/lib/tokens.ts'
import { findAppOf, lockAppOf } from '#server/repositories/apps.ts'
import * as webhooks from '#server/repositories/webhooks.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { AppSettings, UserCtx } from '#server/services/context.ts'
import { cursorPage, placeOf } from '#server/services/list-cursors.ts'
import { newSecret, publicKeyOf, sealSecret } from './secret.ts'

const present = async (ctx: UserCtx, row: webhooks.EndpointRow): Promise<Webhook> => ({
  id: row.id,
  url: row.url,
  types: row.types,
  public_key: await publicKeyOf(ctx, row.id),
  created_at: toIso(row.created_at.getTime()),
  disabled_because: row.disabled_because,
  last_problem: row.last_problem,
})

/** A key speaks for its own app alone. */
const isOwn = ({ apiKey }: UserCtx, appId: string): boolean => !apiKey || apiKey.appId === appId

async function requireApp(ctx: UserCtx, appId: string): Promise<void> {
  if (!isOwn(ctx, appId) || !(await findAppOf(ctx.tx, ctx.user.id, appId))) throw new Refusal('not_found')
}

async function getEndpoint(ctx: UserCtx, appId: string, id: string): Promise<webhooks.EndpointRow> {
  await requireApp(ctx, appId)
  const row = await webhooks.findEndpoint(ctx.tx, appId, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * Outside a transaction: names are looked up. Real money wants https. One that nobody knows yet may be known later: it
 * is judged again at every try.
 */
export async function requireOpenUrl(
  text: string,
  { provider, webhookAllow }: Pick<AppSettings, 'provider' | 'webhookAllow'>,
  lookup?: AddressRules['lookup'],
): Promise<string> {
  const refusal = invalid({ url: ['webhook_url'] })
  if (!URL.canParse(text)) throw refusal
  const url = new URL(text)
  const schemes = provider === 'sandbox' ? ['http:', 'https:'] : ['https:']
  if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '') throw refusal
  url.hash = ''
  const rules = { allowed: webhookAllow, ...(lookup ? { lookup } : {}) }
  if ((await openAddressOf(url.hostname, rules)) === 'refused') throw refusal
  return url.href
}

export async function createWebhook(
  ctx: UserCtx,
  appId: string,
  { url, types }: { url: string; types: readonly string[] },
): Promise<Answer<typeof creation>> {
  // locked: two that are made at the same moment must not both be the last one allowed
  if (!isOwn(ctx, appId) || !(await lockAppOf(ctx.tx, ctx.user.id, appId))) throw new Refusal('not_found')
  if ((await webhooks.listEndpoints(ctx.tx, appId)).length >= MOST_WEBHOOKS)
    throw new Refusal('limit_reached')
  const id = randomId()
  const secret = newSecret()
  const row = await webhooks.insertEndpoint(ctx.tx, {
    id,
    app_id: appId,
    url,
    types: [...new Set(types)],
    secret_sealed: await sealSecret(ctx, id, secret),
  })
  const { host } = new URL(url)
  await recordAudit(ctx, {
    action: 'webhook_created',
    actor: ctx.user,
    subject: { type: 'app', id: appId },
    after: { id, host },
  })
  const { disabled_because: _, last_problem: __, ...fields } = await present(ctx, row)
  return { ...fields, secret }
}

export async function listWebhooks(ctx: UserCtx, appId: string): Promise<Webhook[]> {
  await requireApp(ctx, appId)
  const rows = await webhooks.listEndpoints(ctx.tx, appId)
  return Promise.all(rows.map((row) => present(ctx, row)))
}

export const getWebhook = async (ctx: UserCtx, appId: string, id: string): Promise<Webhook> =>
  present(ctx, await getEndpoint(ctx, appId, id))

export async function deleteWebhook(ctx: UserCtx, appId: string, id: string): Promise<void> {
  const row = await getEndpoint(ctx, appId, id)
  await webhooks.deleteEndpoint(ctx.tx, row.id)
  await recordAudit(ctx, {
    action: 'webhook_deleted',
    actor: ctx.user,
    subject: { type: 'app', id: appId },
    before: { id },
  })
}

export async function enableWebhook(ctx: UserCtx, appId: string, id: string): Promise<Webhook> {
  const row = await getEndpoint(ctx, appId, id)
  await webhooks.enableEndpoint(ctx.tx, row.id)
  return getWebhook(ctx, appId, id)
}

export async function rotateWebhookSecret(
  ctx: UserCtx,
  { appId, id, atOnce }: { appId: string; id: string; atOnce: boolean },
): Promise<Answer<typeof rotation>> {
  const row = await getEndpoint(ctx, appId, id)
  const secret = newSecret()
  const until = await webhooks.replaceSecretOf(ctx.tx, row.id, {
    sealed: await sealSecret(ctx, row.id, secret),
    overlapHours: atOnce ? 0 : SECRET_OVERLAP_HOURS,
  })
  await recordAudit(ctx, {
    action: 'webhook_secret_changed',
    actor: ctx.user,
    subject: { type: 'app', id: appId },
    after: { id, at_once: atOnce },
  })
  return { secret, old_until: until && toIso(until.getTime()) }
}

export async function testWebhook(ctx: UserCtx, appId: string, id: string): Promise<{ id: string }> {
  const row = await getEndpoint(ctx, appId, id)
  if (row.disabled_at) throw new Refusal('wrong_state')
  return { id: await webhooks.queueTestMessage(ctx.tx, row.id, TEST_TYPE) }
}

type LoggedMessage = Awaited<ReturnType<typeof webhooks.listMessages>>[number]

const presentMessage = ({ message, attempts }: LoggedMessage): WebhookMessage => ({
  id: message.message_id,
  type: message.type,
  body: message.body,
  created_at: toIso(message.created_at.getTime()),
  state: message.delivered_at ? 'delivered' : message.given_up_at ? 'given_up' : 'waiting',
  attempts: attempts.map(({ at, status, problem, took_ms, excerpt }) => ({
    at: toIso(at.getTime()),
    ...{ status, problem, took_ms, excerpt },
  })),
})

export async function listWebhookMessages(
  ctx: UserCtx,
  { id: appId, webhook_id }: { id: string; webhook_id: string },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ data: WebhookMessage[]; next: string | null }> {
  const { id } = await getEndpoint(ctx, appId, webhook_id)
  const list = `messages of ${id}`
  const place = await placeOf(ctx, list, after)
  const rows = await webhooks.listMessages(ctx.tx, id, {
    limit: limit + 1,
    after: place === undefined ? undefined : Number(place),
  })
  return cursorPage(
    ctx,
    { list, limit, rows },
    { place: ({ message }) => String(message.id), present: presentMessage },
  )
}

export async function resendWebhookMessage(
  ctx: UserCtx,
  { appId, id, messageId }: { appId: string; id: string; messageId: string },
): Promise<void> {
  const row = await getEndpoint(ctx, appId, id)
  if (!(await webhooks.sendAgain(ctx.tx, row.id, messageId))) throw new Refusal('not_found')
}

export async function replayWebhook(
  ctx: UserCtx,
  { appId, id, since, until }: { appId: string; id: string; since: string; until: string | undefined },
): Promise<{ queued: number }> {
  const row = await getEndpoint(ctx, appId, id)
  const range = { since: new Date(since), until: until === undefined ? null : new Date(until) }
  return { queued: await webhooks.replayRange(ctx.tx, row.id, range) }
}
