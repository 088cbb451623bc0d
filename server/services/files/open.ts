/** Which bytes of a file somebody gets: the original, or a picture's copy without the place it was taken at. */
import { Refusal } from '../../../core/errors.ts'
import { FILE_TYPES } from '../../../core/files.ts'
import { findDeal } from '../../repositories/deals.ts'
import { type FileRow, findFile } from '../../repositories/files.ts'
import type { UserCtx } from '../context.ts'
import { requireViewer } from '../deals/viewer.ts'
import { canKnow, isOwnOrTeam } from './present.ts'

export interface OpenedFile {
  readonly file: FileRow
  readonly copy: 'original' | 'view' | 'placeless'
}

export async function openFile(
  ctx: UserCtx,
  input: { dealId: string; id: string; isView: boolean },
): Promise<OpenedFile> {
  const found = await findDeal(ctx.tx, input.dealId)
  if (!found) throw new Refusal('not_found')
  const viewer = requireViewer(found.deal, ctx.user)
  const file = await findFile(ctx.tx, input.dealId, input.id)
  if (!file || !canKnow(file, viewer)) throw new Refusal('not_found')
  const isOwn = isOwnOrTeam(file, viewer)
  if (file.withdrawn_at !== null && !isOwn) throw new Refusal('gone')
  if (input.isView && !FILE_TYPES[file.type].isPicture) throw new Refusal('unsupported_type')
  if (input.isView) return { file, copy: 'view' }
  return { file, copy: file.tells_place && !isOwn ? 'placeless' : 'original' }
}
