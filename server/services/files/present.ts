/** A file as one of a deal's viewers sees it. */
import type { DealFile } from '#core/contract/deals.ts'
import { FILE_TYPES } from '#core/files.ts'
import { toIso } from '#core/time.ts'
import type { FileRow } from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

/** Whose it is, and the team. Not whoever is on that side: an offer may be changed to another account than the uploader's. */
export const isOwnOrTeam = (ctx: UserCtx, file: FileRow, viewer: Viewer): boolean =>
  viewer === 'team' || file.user_id === ctx.user.id

/** A document that proves who somebody is: shown to the team, never to the other side. */
export const isForOtherSide = ({ kind }: FileRow): boolean => kind !== 'id_document'

export const canKnow = (ctx: UserCtx, file: FileRow, viewer: Viewer): boolean =>
  isForOtherSide(file) || isOwnOrTeam(ctx, file, viewer)

/** What is attached to a form that was not sent is its uploader's alone. */
export const canOpen = (ctx: UserCtx, file: FileRow, viewer: Viewer): boolean =>
  canKnow(ctx, file, viewer) && (!file.is_unsent || file.user_id === ctx.user.id)

export const presentFile = (ctx: UserCtx, file: FileRow, viewer: Viewer): DealFile => ({
  id: file.id,
  name: file.withdrawn_at === null || isOwnOrTeam(ctx, file, viewer) ? file.name : '',
  size: file.size,
  sha256: file.sha256,
  type: FILE_TYPES[file.type].mime,
  kind: file.kind,
  by: file.side,
  at: toIso(file.at.getTime()),
  withdrawn_at: file.withdrawn_at === null ? null : toIso(file.withdrawn_at.getTime()),
})

export const presentFiles = (ctx: UserCtx, files: readonly FileRow[], viewer: Viewer): DealFile[] =>
  files.filter((file) => canKnow(ctx, file, viewer)).map((file) => presentFile(ctx, file, viewer))
