import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/invites.ts'
import { bytesOf } from '#server/files/copies.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { PHOTO_LIMITS, receivePhotos } from '#server/http/uploads.ts'
import {
  addInvitePhotos,
  createInvite,
  listInvites,
  openInvitePhoto,
  sendInvite,
  uploadRoomOfInvite,
  withdrawInvite,
} from '#server/services/deals/invites.ts'

export function inviteRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.createInvite, ({ ctx, body }) => createInvite(ctx, body))
  registerEndpoint(app, deps, contract.listInvites, ({ ctx }) => listInvites(ctx))
  registerEndpoint(app, deps, contract.sendInvite, ({ ctx, params }) =>
    sendInvite(ctx, params.id, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.withdrawInvite, async ({ ctx, params }) => {
    await withdrawInvite(ctx, params.id)
    return undefined
  })
  photoRoutes(app, deps)
}

function photoRoutes(app: FastifyInstance, deps: AppDependencies): void {
  // multipart is parsed in this scope only; other routes go on refusing it
  app.register(async (scope) => {
    await scope.register(multipart, { limits: PHOTO_LIMITS })
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.uploadInvitePhotos,
      ({ params, request, reply, inTransaction }) =>
        receivePhotos(deps.files, {
          ...{ request, reply },
          inTransaction,
          room: (ctx) => uploadRoomOfInvite(ctx, params.id),
          add: (ctx, files) => addInvitePhotos(ctx, params.id, files),
        }),
    )
  })
  registerUnscopedEndpoint(app, deps, contract.readInvitePhoto, async ({ params, reply, inTransaction }) => {
    const readable = await inTransaction((ctx) => openInvitePhoto(ctx, params.id, params.photo_id))
    const { stream, mime } = await bytesOf(deps.files, readable)
    return reply.header('cache-control', 'private, no-store').type(mime).send(stream)
  })
}
