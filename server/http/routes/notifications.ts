import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/notifications.ts'
import { addPush, readPush, removePush } from '#core/contract/push.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { localeOf } from '#server/http/plugins/errors.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { readNoticeSettings, setNoticeSettings } from '#server/services/account/notice-settings.ts'
import { countWhatNeedsMe } from '#server/services/deals/read.ts'
import { markMyNotificationsRead, readMyNotifications } from '#server/services/notifications/inbox.ts'
import { addMyBrowser, readMyPush, removeMyBrowser } from '#server/services/notifications/push.ts'

export function notificationRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listNotifications, async ({ ctx, query, request, reply }) => {
    const { rows, total, unread } = await readMyNotifications(ctx, {
      ...query,
      // a program that names no language gets its owner's
      locale: request.headers['accept-language'] ? localeOf(request) : ctx.user.locale,
    })
    pageHeaders(request, reply, query, total)
    reply.header('x-unread-count', String(unread))
    return rows
  })
  registerEndpoint(app, deps, contract.countNotices, ({ ctx }) => countWhatNeedsMe(ctx))
  registerEndpoint(app, deps, contract.readNoticeSettings, ({ ctx }) => readNoticeSettings(ctx))
  registerEndpoint(app, deps, contract.setNoticeSettings, ({ ctx, body }) => setNoticeSettings(ctx, body))
  registerEndpoint(app, deps, contract.readNotifications, ({ ctx, body }) =>
    markMyNotificationsRead(ctx, { ids: body?.ids ?? null, dealId: body?.form_pk ?? null }),
  )
  registerEndpoint(app, deps, readPush, ({ ctx }) => readMyPush(ctx))
  registerEndpoint(app, deps, addPush, ({ ctx, body }) => addMyBrowser(ctx, body))
  registerEndpoint(app, deps, removePush, ({ ctx, body }) => removeMyBrowser(ctx, body.endpoint))
}
