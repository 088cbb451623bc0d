/** Webhooks of an app, as Standard Webhooks 1.0.0 has them: signed, thin, tried again, and never inside a request. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { DEAL_TYPES, LINK_TYPES, MONEY_TYPES, TEST_TYPE, WEBHOOK_TYPES } from '#core/webhooks.ts'
import { cursorPage, cursorQuery, endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'

/** How long the secret before goes on signing beside a new one. */
export const SECRET_OVERLAP_HOURS = 24
/** As many as one app may have. */
export const MOST_WEBHOOKS = 10
const PATH = '/api/apps/:id/webhooks'

const webhookFields = {
  id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  /** `whpk_…`, for receivers that check the signature `v1a` (Ed25519) and share no secret. */
  public_key: z.string(),
  created_at: iso,
}
const webhook = z.object({
  ...webhookFields,
  /** Why nothing is sent any more: its receiver answered 410, or failed for three days. */
  disabled_because: z.enum(['gone', 'failing']).nullable(),
  /** Of the last try, when it failed: `status 500`, `timeout`, `address_refused`. */
  last_problem: z.string().nullable(),
})
export type Webhook = z.output<typeof webhook>

const message = z.object({
  id: z.string(),
  type: z.string(),
  body: z.string(),
  created_at: iso,
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.array(
    z.object({
      at: iso,
      status: z.int().nullable(),
      problem: z.string().nullable(),
      took_ms: z.int(),
      excerpt: z.string(),
    }),
  ),
})
export type WebhookMessage = z.output<typeof message>

const appParams = z.object({ id: z.string().max(64) })
const webhookParams = appParams.extend({ webhook_id: z.string().max(64) })

export const listWebhooks = endpoint({
  method: 'GET',
  path: PATH,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'The webhooks of my app',
  params: appParams,
  responses: { 200: z.array(webhook), 404: problem },
})

export const createWebhook = endpoint({
  method: 'POST',
  path: PATH,
  access: 'user',
  scope: 'webhooks:write',
  answersSecret: true,
  summary: 'Send events of my deals to an address. The secret is shown this once',
  params: appParams,
  body: z.object({
    url: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(500, { error: 'max:500' }),
    types: z
      .array(z.enum(['*', ...WEBHOOK_TYPES], { error: 'select' }), { error: 'required' })
      .min(1, { error: 'required' })
      .max(100, { error: 'select' }),
  }),
  responses: {
    201: z.object({ ...webhookFields, secret: z.string() }),
    400: fieldErrors,
    404: problem,
    409: problem,
  },
  perMinute: 20,
})

export const getWebhook = endpoint({
  method: 'GET',
  path: `${PATH}/:webhook_id`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'A webhook of my app, and what is wrong with it',
  params: webhookParams,
  responses: { 200: webhook, 404: problem },
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${PATH}/:webhook_id`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'Take a webhook out; what waits for it is not sent',
  params: webhookParams,
  responses: { 204: nothing, 404: problem },
})

export const enableWebhook = endpoint({
  method: 'POST',
  path: `${PATH}/:webhook_id/enable`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'Send to it again after it was switched off',
  params: webhookParams,
  responses: { 200: webhook, 404: problem },
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${PATH}/:webhook_id/secret`,
  access: 'user',
  scope: 'webhooks:write',
  answersSecret: true,
  summary: `A new secret, shown this once. For ${SECRET_OVERLAP_HOURS} hours the one before signs beside it, or ends with at_once`,
  params: webhookParams,
  body: z.object({ at_once: z.boolean({ error: 'select' }).default(false) }),
  responses: {
    201: z.object({ secret: z.string(), old_until: iso.nullable() }),
    400: fieldErrors,
    404: problem,
  },
  perMinute: 10,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: `${PATH}/:webhook_id/test`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'Send a message of the type test, signed like any other',
  params: webhookParams,
  responses: { 201: z.object({ id: z.string() }), 404: problem, 409: problem },
  perMinute: 20,
})

export const listWebhookMessages = endpoint({
  method: 'GET',
  path: `${PATH}/:webhook_id/messages`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'The messages of the last 30 days with every try and its answer, newest first',
  params: webhookParams,
  query: cursorQuery(100),
  responses: { 200: cursorPage(message), 400: problem, 404: problem },
})

export const resendWebhookMessage = endpoint({
  method: 'POST',
  path: `${PATH}/:webhook_id/messages/:message_id/send`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'Send a message again, with the id that it had',
  params: webhookParams.extend({ message_id: z.string().max(64) }),
  responses: { 204: nothing, 404: problem },
  perMinute: 60,
})

export const replayWebhook = endpoint({
  method: 'POST',
  path: `${PATH}/:webhook_id/replay`,
  access: 'user',
  scope: 'webhooks:write',
  summary: 'Send everything of a range of time again; messages are stored for 30 days',
  params: webhookParams,
  body: z.object({
    since: z.iso.datetime({ offset: true, error: 'date' }),
    /** Left out, until now. */
    until: z.iso.datetime({ offset: true, error: 'date' }).optional(),
  }),
  responses: { 200: z.object({ queued: z.int() }), 400: fieldErrors, 404: problem },
  perMinute: 5,
})

const amountPaise = z.int()
const status = z.enum(STATUSES)
/** SHA-256 of the deal's chain of events up to this one, in hexadecimal digits. */
const eventHash = z.string().length(64)

/** What is sent, by what it is about. Thin: no name and no number; the rest is asked for with the key. */
export const WEBHOOK_MESSAGES = {
  dealMoved: {
    summary: 'A deal has moved, or money for it came in',
    schema: z.object({
      type: z.enum(DEAL_TYPES),
      timestamp: iso,
      data: z.object({
        ...{ form_pk: z.string(), status, seq: z.int(), event_hash: eventHash },
        amount_paise: amountPaise,
      }),
    }),
  },
  moneyMoved: {
    summary: 'A try to pay failed, or money went out or did not: to whose money it is alone',
    schema: z.object({
      type: z.enum(MONEY_TYPES),
      timestamp: iso,
      /** The deal and its last event; null for money of no deal. */
      data: z.object({
        ...{ form_pk: z.string().nullable(), status: status.nullable() },
        ...{ seq: z.int().nullable(), event_hash: eventHash.nullable(), amount_paise: amountPaise },
      }),
    }),
  },
  linkOpened: {
    summary: 'Somebody has opened an offer link: at most once an hour',
    schema: z.object({
      type: z.enum(LINK_TYPES),
      timestamp: iso,
      data: z.object({ link: z.string(), version: z.int(), amount_paise: amountPaise }),
    }),
  },
  test: {
    summary: 'Asked for by testWebhook',
    schema: z.object({ type: z.literal(TEST_TYPE), timestamp: iso, data: z.object({}) }),
  },
} as const
