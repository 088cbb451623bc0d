/** /mcp: the Model Context Protocol over streamable HTTP, without sessions: each request stands for itself. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#core/errors.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { type CallApi, mcpServer } from '#server/http/mcp/tools.ts'

const CALLS_A_MINUTE = 120

/** A page of somebody else's must not speak to a server that its reader can reach. */
function requireOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined) return
  const isOwn = URL.canParse(origin) && [host, new URL(publicUrl).host].includes(new URL(origin).host)
  if (!isOwn) throw new Refusal('forbidden')
}

export function mcpRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { publicUrl } = deps.settings
  /** In the name of whoever asked, and from their address. */
  const callerOf =
    (request: FastifyRequest): CallApi =>
    async (method, url, body) => {
      const { authorization } = request.headers
      const reply = await app.inject({
        method,
        url,
        remoteAddress: request.ip,
        headers: {
          host: deps.hosts[0] ?? 'localhost',
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return { status: reply.statusCode, body: reply.json() }
    }

  const max = Math.ceil(CALLS_A_MINUTE * deps.rateLimitFactor)
  const hidden = { schema: { hide: true }, config: { rateLimit: { max, timeWindow: 60_000 } } }
  app.post('/mcp', hidden, async (request, reply) => {
    requireOwnOrigin(request, publicUrl)
    // answered as JSON, so that no stream stays open; no sessions
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = mcpServer(callerOf(request), publicUrl)
    await server.connect(transport)
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const webRequest = new Request(new URL('/mcp', publicUrl), { method: 'POST', headers })
    const answer = await transport.handleRequest(webRequest, { parsedBody: request.body })
    const text = await answer.text()
    await server.close()
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .header('cache-control', 'no-store')
      .send(text)
  })
  // a stream of its own, or a session to end, is nothing that this server has
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    ...hidden,
    handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  })
}
