/** Write to the others of a deal. What one wrote oneself is read. */
import type { Message } from '../../../core/contract/chat.ts'
import { invalid } from '../../../core/errors.ts'
import { insertMessage, listMessages, setMark } from '../../repositories/messages.ts'
import type { UserCtx } from '../context.ts'
import { ownFiles } from '../files/link.ts'
import { presentMessages } from './read.ts'
import { enterOpenRoom } from './room.ts'

export async function sendMessage(
  ctx: UserCtx,
  input: { dealId: string; text: string; fileIds: readonly string[] },
): Promise<Message> {
  const room = await enterOpenRoom(ctx, input.dealId)
  const files = await ownFiles(ctx, room.dealId, input.fileIds)
  if (!files) throw invalid({ file_ids: ['file'] })
  const me = { dealId: room.dealId, userId: ctx.user.id, side: room.viewer }
  const fileIds = files.map((file) => file.id)
  const no = await insertMessage(ctx.tx, { ...me, text: input.text, fileIds, at: new Date(ctx.now) })
  await setMark(ctx.tx, { ...me, no })
  const rows = await listMessages(ctx.tx, room.dealId, { after: no - 1, limit: 1 })
  const [sent] = await presentMessages(ctx, room, rows)
  if (!sent) throw new Error('a message that was written is not there')
  return sent
}
