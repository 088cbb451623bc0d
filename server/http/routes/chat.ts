/** The deal's chat. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/chat.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { markRead, readMarks, readMessages, unreadMessages } from '#server/services/chat/read.ts'
import { sendMessage } from '#server/services/chat/send.ts'

export function chatRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.sendMessage, ({ ctx, params, body }) =>
    sendMessage(ctx, { dealId: params.form_pk, text: body.text, fileIds: body.file_ids }),
  )
  registerEndpoint(app, deps, contract.listMessages, ({ ctx, params, query }) =>
    readMessages(ctx, params.form_pk, query),
  )
  registerEndpoint(app, deps, contract.getReadMarks, ({ ctx, params }) => readMarks(ctx, params.form_pk))
  registerEndpoint(app, deps, contract.markRead, ({ ctx, params, body }) =>
    markRead(ctx, params.form_pk, body.id),
  )
  registerEndpoint(app, deps, contract.unreadMessages, ({ ctx }) => unreadMessages(ctx))
}
