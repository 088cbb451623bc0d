import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/notices.ts'
import { markMyNotices, readMyNotices } from '../../services/notices/read.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount } from '../mount.ts'

export function noticeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.listNotices, async ({ ctx, query, request, reply }) => {
    const { rows, total, unread } = await readMyNotices(ctx, query)
    pageHeaders(request, reply, query, total)
    reply.header('x-unread-count', String(unread))
    return rows
  })
  mount(app, deps, contract.readNotices, ({ ctx, body }) =>
    markMyNotices(ctx, { ids: body?.ids ?? null, dealId: body?.form_pk ?? null }),
  )
}
