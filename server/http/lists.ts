/** The headers of a list: the total, and links to its neighbours (RFC 8288). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListQuery } from '#core/contract/endpoint.ts'

export function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  query: ListQuery,
  total: number,
): void {
  const last = Math.max(1, Math.ceil(total / query.page_size))
  const at = (page: number, rel: string): string => {
    const url = new URL(request.url, 'http://here')
    url.searchParams.set('page', String(page))
    return `<${url.pathname}${url.search}>; rel="${rel}"`
  }
  const links = [
    ...(query.page > 1 ? [at(1, 'first'), at(query.page - 1, 'prev')] : []),
    ...(query.page < last ? [at(query.page + 1, 'next'), at(last, 'last')] : []),
  ]
  reply.header('x-total-count', String(total))
  if (links.length > 0) reply.header('link', links.join(', '))
}
