/** The deal's chat. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/chat.ts'
import { markRead, readMarks, unreadMessages } from '../../services/chat/marks.ts'
import { readMessages } from '../../services/chat/read.ts'
import { sendMessage } from '../../services/chat/send.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../mount.ts'

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.sendMessage, ({ ctx, params, body }) =>
    sendMessage(ctx, { dealId: params.form_pk, text: body.text, fileIds: body.file_ids }),
  )
  mount(app, deps, contract.listMessages, ({ ctx, params, query }) =>
    readMessages(ctx, params.form_pk, query),
  )
  mount(app, deps, contract.getReadMarks, ({ ctx, params }) => readMarks(ctx, params.form_pk))
  mount(app, deps, contract.markRead, ({ ctx, params, body }) => markRead(ctx, params.form_pk, body.id))
  mount(app, deps, contract.unreadMessages, ({ ctx }) => unreadMessages(ctx))
}
