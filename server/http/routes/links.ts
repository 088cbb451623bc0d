import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/links.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { changeLink, createLink, listLinks, readLink } from '#server/services/links/links.ts'
import { takeLink } from '#server/services/links/take.ts'

export function linkRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listLinks, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listLinks(ctx, query)
    pageHeaders(request, reply, { ...query, search: undefined, ordering: undefined }, total)
    return rows
  })
  registerEndpoint(app, deps, contract.createLink, ({ ctx, body }) => createLink(ctx, body))
  registerEndpoint(app, deps, contract.getLink, ({ ctx, params, reply }) => {
    // the button on somebody's page reads it there (sdk/button.js); it says what anybody may see
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return readLink(ctx, params.id)
  })
  registerEndpoint(app, deps, contract.changeLink, ({ ctx, params, body }) =>
    changeLink(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.takeLink, ({ ctx, params, body }) =>
    takeLink(ctx, params.id, body?.version),
  )
}
