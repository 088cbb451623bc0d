/** Server-sent events of a deal. The token comes in the header, never in the address: addresses are logged. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { streamDeal } from '../../../core/contract/chat.ts'
import { Refusal } from '../../../core/errors.ts'
import { newsSince, positionOf } from '../../services/chat/news.ts'
import type { Deps } from '../deps.ts'
import { DealStream, readPosition } from '../live/deal-stream.ts'
import { mountOpen } from '../mount.ts'

export function streamRoutes(app: FastifyInstance, deps: Deps): void {
  const { live } = deps
  // before the server waits for its connections to end
  app.addHook('preClose', () => live.stop())

  mountOpen(app, deps, streamDeal, async ({ params, request, reply, transact }) => {
    const dealId = params.form_pk
    const now = await transact(async (ctx) => ({
      userId: ctx.user.id,
      position: await positionOf(ctx, dealId),
    }))
    const { raw } = reply
    const stream = new DealStream(
      { raw, live, look: (from) => transact((ctx) => newsSince(ctx, dealId, from)) },
      readPosition(request.headers['last-event-id']) ?? now.position,
    )
    const leave = join(reply, () =>
      live.follow({
        userId: now.userId,
        dealId,
        hear: (what) => stream.hear(what),
        end: () => stream.end(),
      }),
    )
    reply.hijack()
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    stream.begin(leave)
    return reply
  })
}

function join(reply: FastifyReply, follow: () => () => void): () => void {
  try {
    return follow()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') reply.header('retry-after', '30')
    throw error
  }
}
