/** Writes a message to the others of a deal. The author's own message counts as read by them. */
import type { Message } from '#core/contract/chat.ts'
import { invalid } from '#core/errors.ts'
import { insertMessage, listMessages, setMark } from '#server/repositories/messages.ts'
import type { UserCtx } from '#server/services/context.ts'
import { findOwnFiles, sendFiles } from '#server/services/files/open.ts'
import { tellOfMessage } from '#server/services/notifications/message-notices.ts'
import { getOpenChatFor } from './access.ts'
import { presentMessages } from './read.ts'

export async function sendMessage(
  ctx: UserCtx,
  input: { dealId: string; text: string; fileIds: readonly string[] },
): Promise<Message> {
  const chat = await getOpenChatFor(ctx, input.dealId)
  const files = await findOwnFiles(ctx, chat.dealId, input.fileIds)
  if (!files) throw invalid({ file_ids: ['file'] })
  const author = { dealId: chat.dealId, userId: ctx.user.id, side: chat.viewer }
  const fileIds = files.map((file) => file.id)
  const no = await insertMessage(ctx.tx, { ...author, text: input.text, fileIds, at: new Date(ctx.now) })
  await sendFiles(ctx, files)
  await setMark(ctx.tx, { ...author, no })
  await tellOfMessage(ctx, chat.deal, chat.viewer)
  const rows = await listMessages(ctx.tx, chat.dealId, { after: no - 1, limit: 1 })
  const [sent] = await presentMessages(ctx, chat, rows)
  if (!sent) throw new Error('message missing after its insert')
  return sent
}
