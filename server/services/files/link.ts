/** Files that an action or a message names: they must be of this deal, and the one's own who names them. */
import { type FileRow, findFiles } from '../../repositories/files.ts'
import type { UserCtx } from '../context.ts'

/** In the order they were named, each once; null when one of them is not his, not here, or withdrawn. */
export async function ownFiles(ctx: UserCtx, dealId: string, ids: unknown): Promise<FileRow[] | null> {
  const named = [...new Set(Array.isArray(ids) ? ids.map(String) : [])]
  const found = await findFiles(ctx.tx, dealId, named)
  const files = named.map((id) => found.find((file) => file.id === id))
  const isOwn = (file: FileRow | undefined): file is FileRow =>
    file !== undefined && file.user_id === ctx.user.id && file.withdrawn_at === null
  return files.every(isOwn) ? files : null
}

/** For an event's data: what was shown, so that the chain of events covers the bytes too. */
export const evidenceOf = (files: readonly FileRow[]) =>
  files.map(({ id, kind, sha256 }) => ({ id, kind, sha256 }))
