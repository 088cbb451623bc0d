/** What an answer is for: a person in front of a browser, or a program. */
import type { FastifyRequest } from 'fastify'

/** Whether HTML is asked for before JSON: a browser's address bar, not a script. */
export function prefersHtml(request: FastifyRequest): boolean {
  const quality = (type: string): number => {
    for (const part of (request.headers.accept ?? '').split(',')) {
      const [name = '', ...params] = part.trim().split(';')
      if (name.trim().toLowerCase() !== type) continue
      const q = params.find((param) => param.trim().startsWith('q='))
      return q ? Number(q.trim().slice(2)) : 1
    }
    return 0
  }
  return quality('text/html') > quality('application/json')
}
