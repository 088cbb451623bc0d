/** Messages as one of a deal's people sees them. */
import type { Message } from '../../../core/contract/chat.ts'
import { toIso } from '../../../core/time.ts'
import { findFiles } from '../../repositories/files.ts'
import { listMessages, type MessageRow } from '../../repositories/messages.ts'
import type { UserCtx } from '../context.ts'
import { presentFiles } from '../files/present.ts'
import { enterRoom, type Room } from './room.ts'

export async function readMessages(
  ctx: UserCtx,
  dealId: string,
  query: { before?: number; after?: number; limit: number },
): Promise<Message[]> {
  const room = await enterRoom(ctx, dealId)
  return presentMessages(ctx, room, await listMessages(ctx.tx, dealId, query))
}

export async function presentMessages(
  ctx: UserCtx,
  room: Room,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  const ids = [...new Set(rows.flatMap((row) => row.file_ids))]
  const files = presentFiles(await findFiles(ctx.tx, room.dealId, ids), room.viewer)
  return rows.map((row) => ({
    id: row.no,
    by: row.side,
    name: `${row.first_name} ${row.last_name}`,
    mine: row.user_id === ctx.user.id,
    text: row.text,
    at: toIso(row.at.getTime()),
    files: files.filter((file) => row.file_ids.includes(file.id)),
  }))
}
