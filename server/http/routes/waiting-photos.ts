/** Pictures that wait with a form: of an offer whose Seller has not joined, of a deal that a Seller asks for. */
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { photoRead, photoUpload, WaitingPhoto } from '#core/contract/waiting-photos.ts'
import type { UploadRoom } from '#core/files.ts'
import { bytesOf } from '#server/files/copies.ts'
import type { ReadableFile, ReceivedFile } from '#server/files/store.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { PHOTO_LIMITS, receivePhotos } from '#server/http/uploads.ts'
import type { UserCtx } from '#server/services/context.ts'

interface WaitingPhotos {
  readonly upload: ReturnType<typeof photoUpload>
  readonly room: (ctx: UserCtx, id: string) => Promise<UploadRoom[]>
  readonly add: (ctx: UserCtx, id: string, files: readonly ReceivedFile[]) => Promise<WaitingPhoto[]>
  readonly read: ReturnType<typeof photoRead>
  readonly open: (ctx: UserCtx, id: string, photoId: string) => Promise<ReadableFile>
}

export function waitingPhotoRoutes(
  app: FastifyInstance,
  deps: AppDependencies,
  { upload, room, add, read, open }: WaitingPhotos,
): void {
  // multipart is parsed in this scope only; other routes go on refusing it
  app.register(async (scope) => {
    await scope.register(multipart, { limits: PHOTO_LIMITS })
    registerUnscopedEndpoint(scope, deps, upload, ({ params, request, reply, inTransaction }) =>
      receivePhotos(deps.files, {
        ...{ request, reply },
        inTransaction,
        room: (ctx) => room(ctx, params.id),
        add: (ctx, files) => add(ctx, params.id, files),
      }),
    )
  })
  registerUnscopedEndpoint(app, deps, read, async ({ params, reply, inTransaction }) => {
    const readable = await inTransaction((ctx) => open(ctx, params.id, params.photo_id))
    const { stream, mime } = await bytesOf(deps.files, readable)
    return reply.header('cache-control', 'private, no-store').type(mime).send(stream)
  })
}
