/** The files of a deal: which somebody may know of, which bytes they get, and which they may attach. */

import type { DealFile } from '#core/contract/deals.ts'
import { Refusal } from '#core/errors.ts'
import { DRAFT_FILE_MS, FILE_TYPES } from '#core/files.ts'
import type { ReadableFile } from '#server/files/store.ts'
import { type FileRow, findFile, findFiles, insertSendings, listFiles } from '#server/repositories/files.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'
import { canOpen, isOwnOrTeam, presentFiles } from './present.ts'

export async function listDealFiles(ctx: UserCtx, dealId: string): Promise<DealFile[]> {
  const { viewer } = await getDealFor(ctx, dealId)
  return presentFiles(ctx, await listFiles(ctx.tx, dealId), viewer)
}

export async function openFile(
  ctx: UserCtx,
  input: { dealId: string; id: string; isView: boolean },
): Promise<ReadableFile> {
  const { viewer } = await getDealFor(ctx, input.dealId)
  const file = await findFile(ctx.tx, input.dealId, input.id)
  if (!file || !canOpen(ctx, file, viewer) || isStaleDraft(ctx, file)) throw new Refusal('not_found')
  const isOwn = isOwnOrTeam(ctx, file, viewer)
  if (file.withdrawn_at !== null && !isOwn) throw new Refusal('gone')
  if (input.isView && !FILE_TYPES[file.type].isPicture) throw new Refusal('unsupported_type')
  if (input.isView) return { file, copy: 'view' }
  return { file, copy: file.has_location && !isOwn ? 'stripped' : 'original' }
}

/** It cannot be sent any more, and its bytes may be erased. */
const isStaleDraft = (ctx: UserCtx, file: FileRow): boolean =>
  file.is_unsent && file.at.getTime() < ctx.now - DRAFT_FILE_MS

/**
 * The files that an action or a message names, in that order, each once. Null when one of them is of another deal,
 * somebody else's and not `known`, withdrawn, or a draft of long ago.
 */
export async function findOwnFiles(
  ctx: UserCtx,
  dealId: string,
  ids: unknown,
  known: readonly string[] = [],
): Promise<FileRow[] | null> {
  const uniqueIds = [...new Set(Array.isArray(ids) ? ids.map(String) : [])]
  const rows = await findFiles(ctx.tx, dealId, uniqueIds)
  const files = uniqueIds.map((id) => rows.find((file) => file.id === id))
  const isOwn = (file: FileRow | undefined): file is FileRow =>
    file !== undefined &&
    (file.user_id === ctx.user.id || known.includes(file.id)) &&
    file.withdrawn_at === null &&
    !isStaleDraft(ctx, file)
  return files.every(isOwn) ? files : null
}

/** What they were uploaded for is done: those of a form are the other side's and the team's to see as well. */
export const sendFiles = (ctx: UserCtx, files: readonly FileRow[]): Promise<void> =>
  insertSendings(ctx.tx, files, new Date(ctx.now))

/** What an event records of its files: with the hash, the chain of events covers their bytes too. */
export const fileHashes = (files: readonly FileRow[]) =>
  files.map(({ id, kind, sha256 }) => ({ id, kind, sha256 }))
