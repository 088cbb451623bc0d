import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/webhooks.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import * as webhooks from '#server/services/webhooks/webhooks.ts'

export function webhookRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listWebhooks, ({ ctx, params }) =>
    webhooks.listWebhooks(ctx, params.id),
  )
  // unscoped: the name is looked up
  registerUnscopedEndpoint(app, deps, contract.createWebhook, async ({ inTransaction, params, body }) => {
    const url = await webhooks.requireOpenUrl(body.url, deps.settings)
    return inTransaction((ctx) => webhooks.createWebhook(ctx, params.id, { url, types: body.types }))
  })
  registerEndpoint(app, deps, contract.getWebhook, ({ ctx, params }) =>
    webhooks.getWebhook(ctx, params.id, params.webhook_id),
  )
  registerEndpoint(app, deps, contract.deleteWebhook, async ({ ctx, params }) => {
    await webhooks.deleteWebhook(ctx, params.id, params.webhook_id)
    return undefined
  })
  registerEndpoint(app, deps, contract.enableWebhook, ({ ctx, params }) =>
    webhooks.enableWebhook(ctx, params.id, params.webhook_id),
  )
  registerEndpoint(app, deps, contract.rotateWebhookSecret, ({ ctx, params, body }) =>
    webhooks.rotateWebhookSecret(ctx, { appId: params.id, id: params.webhook_id, atOnce: body.at_once }),
  )
  registerEndpoint(app, deps, contract.testWebhook, ({ ctx, params }) =>
    webhooks.testWebhook(ctx, params.id, params.webhook_id),
  )
  registerEndpoint(app, deps, contract.listWebhookMessages, ({ ctx, params, query }) =>
    webhooks.listWebhookMessages(ctx, params, query),
  )
  registerEndpoint(app, deps, contract.resendWebhookMessage, async ({ ctx, params }) => {
    const { id: appId, webhook_id: id, message_id: messageId } = params
    await webhooks.resendWebhookMessage(ctx, { appId, id, messageId })
    return undefined
  })
  registerEndpoint(app, deps, contract.replayWebhook, ({ ctx, params, body }) =>
    webhooks.replayWebhook(ctx, {
      appId: params.id,
      id: params.webhook_id,
      since: body.since,
      until: body.until,
    }),
  )
}
