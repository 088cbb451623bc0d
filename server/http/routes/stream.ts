/** Server-sent events of a deal. The token comes in the header, never in the address, which proxies log. */
import type { FastifyInstance } from 'fastify'
import { streamDeal } from '#core/contract/chat.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { DealStream, readPosition } from '#server/http/live/deal-stream.ts'
import { registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { positionOf, updatesSince } from '#server/services/chat/updates.ts'

export function streamRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { live } = deps
  // open streams would keep the server from closing
  app.addHook('preClose', () => live.stop())

  registerUnscopedEndpoint(app, deps, streamDeal, async ({ params, request, reply, inTransaction }) => {
    const dealId = params.form_pk
    const { user, sessionHash, latest } = await inTransaction(async (ctx) => ({
      user: ctx.user,
      sessionHash: ctx.sessionHash?.toString('hex') ?? '',
      latest: await positionOf(ctx, dealId),
    }))
    const { raw } = reply
    const stream = new DealStream(
      { raw, live, poll: (from) => inTransaction((ctx) => updatesSince(ctx, dealId, from)) },
      readPosition(request.headers['last-event-id']) ?? latest,
    )
    const unsubscribe = live.subscribe({
      userId: user.id,
      sessionHash,
      address: request.ip,
      dealId,
      onChange: (change) => stream.onChange(change),
      end: () => stream.end(),
    })
    reply.hijack()
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    stream.start(unsubscribe)
    return reply
  })
}
