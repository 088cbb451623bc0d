/** What every upload of files has in common: bytes first, rows after, and the same files once. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WaitingPhoto } from '#core/contract/waiting-photos.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { ITEM_PHOTO, MAX_FILE_BYTES, MAX_ITEM_PHOTOS, type UploadRoom } from '#core/files.ts'
import { CommitUnknown } from '#server/db/errors.ts'
import type { Files } from '#server/files/copies.ts'
import { discard, type ReceivedUpload, type Reception, receiveFiles } from '#server/files/receive.ts'
import type { FileStore, ReceivedFile } from '#server/files/store.ts'
import type { UserCtx } from '#server/services/context.ts'
import { keyOf, withIdempotency } from '#server/services/idempotency.ts'

interface UploadCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Stored {
  readonly id: string
}

export async function receive(request: FastifyRequest, into: Reception): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  return receiveFiles(request.parts(), into)
}

/** Bytes are stored before rows: a row must never name a missing file. Files that got no row are removed again. */
export async function storeFiles<File extends Stored>(
  store: FileStore,
  received: ReceivedUpload,
  add: () => Promise<File[]>,
): Promise<File[]> {
  if (received.files.length === 0) throw invalid({ files: ['required'] })
  const removeBut = (stored: readonly Stored[]) =>
    Promise.all(
      received.files
        .filter(({ id }) => !stored.some((file) => file.id === id))
        .map(({ id }) => store.remove(id)),
    )
  try {
    for (const { id, path } of received.files) await store.put(id, path)
    const answer = await add()
    await removeBut(answer)
    return answer
  } catch (error) {
    // after CommitUnknown the rows may exist. A failing store also fails to remove: report the first error
    if (!(error instanceof CommitUnknown)) await removeBut([]).catch(() => {})
    throw error
  }
}

interface Sent {
  readonly kind: string
  readonly isDraft?: boolean
}

/** With an Idempotency-Key the same files are added once; files are compared by name and hash. */
export function addOnce<File>(
  ctx: UserCtx,
  { request, reply, received, kind, isDraft }: UploadCall & { received: ReceivedUpload } & Sent,
  add: () => Promise<File[]>,
): Promise<File[]> {
  const { method, url } = request
  const key = keyOf(request.headers['idempotency-key'])
  // without it for what is no draft, so that a key of the release before is known again
  const body = {
    kind,
    ...(isDraft ? { isDraft } : {}),
    files: received.files.map(({ name, sha256 }) => ({ name, sha256 })),
  }
  if (key === null) return add()
  const onReplay = () => void reply.header('idempotency-replayed', 'true')
  return withIdempotency(ctx.tx, { key, userId: ctx.user.id, method, url, body, onReplay }, add)
}

interface WaitingUpload extends UploadCall {
  readonly inTransaction: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  readonly room: (ctx: UserCtx) => Promise<UploadRoom[]>
  readonly add: (ctx: UserCtx, files: readonly ReceivedFile[]) => Promise<WaitingPhoto[]>
}

/** Pictures of what is no deal yet. */
export async function receivePhotos(
  { store, incoming: folder, scan }: Files,
  { request, reply, inTransaction, room, add }: WaitingUpload,
): Promise<WaitingPhoto[]> {
  const rooms = await inTransaction(room)
  const received = await receive(request, { folder, rooms, scan })
  try {
    return await storeFiles(store, received, () =>
      inTransaction((ctx) =>
        addOnce(ctx, { request, reply, received, kind: ITEM_PHOTO }, () => add(ctx, filesOf(received))),
      ),
    )
  } finally {
    await discard(received)
  }
}

/** What multipart is parsed with where pictures are taken. */
export const PHOTO_LIMITS = {
  fileSize: MAX_FILE_BYTES,
  files: MAX_ITEM_PHOTOS + 1,
  fields: 1,
  fieldSize: 200,
  parts: MAX_ITEM_PHOTOS + 3,
}

/** As services take them: where they lie on this machine is not theirs to know. */
export const filesOf = (received: ReceivedUpload) => received.files.map(({ path: _, ...file }) => file)
