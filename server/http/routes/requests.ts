import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/requests.ts'
import { bytesOf } from '#server/files/copies.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { PHOTO_LIMITS, receivePhotos } from '#server/http/uploads.ts'
import {
  addRequestPhotos,
  confirmRequest,
  createRequest,
  endRequest,
  listRequests,
  openRequestPhoto,
  uploadRoomOfRequest,
} from '#server/services/deals/requests.ts'

export function requestRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.createRequest, ({ ctx, body }) =>
    createRequest(ctx, body, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.listRequests, ({ ctx }) => listRequests(ctx))
  registerEndpoint(app, deps, contract.confirmRequest, ({ ctx, params }) =>
    confirmRequest(ctx, params.id, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.endRequest, async ({ ctx, params }) => {
    await endRequest(ctx, params.id)
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
      contract.uploadRequestPhotos,
      ({ params, request, reply, inTransaction }) =>
        receivePhotos(deps.files, {
          ...{ request, reply },
          inTransaction,
          room: (ctx) => uploadRoomOfRequest(ctx, params.id),
          add: (ctx, files) => addRequestPhotos(ctx, params.id, files),
        }),
    )
  })
  registerUnscopedEndpoint(app, deps, contract.readRequestPhoto, async ({ params, reply, inTransaction }) => {
    const readable = await inTransaction((ctx) => openRequestPhoto(ctx, params.id, params.photo_id))
    const { stream, mime } = await bytesOf(deps.files, readable)
    return reply.header('cache-control', 'private, no-store').type(mime).send(stream)
  })
}
