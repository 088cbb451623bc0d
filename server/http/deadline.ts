/** How long a request may take: a commit that waits for a standby would hold its client, and a connection, for ever. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longer than any call takes on a busy machine; shorter than what proxies and people wait. */
const DEADLINE_MS = 10_000

/** What was asked may still be done: repeated with the same idempotency key, it is done once. */
export class NotAnsweredInTime extends Error {
  override readonly name = 'NotAnsweredInTime'
}

/** `work`, or NotAnsweredInTime. An answer that has begun by then, such as a download, goes on. */
export function beforeDeadline<T>(
  work: Promise<T>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (reply.sent) return
      request.log.warn({ route: request.routeOptions.url }, 'not answered in time, answered 503')
      reject(new NotAnsweredInTime())
    }, DEADLINE_MS)
    timer.unref()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
