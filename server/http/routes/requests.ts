import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/requests.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import {
  addRequestPhotos,
  confirmRequest,
  createRequest,
  endRequest,
  listRequests,
  openRequestPhoto,
  uploadRoomOfRequest,
} from '#server/services/deals/requests.ts'
import { waitingPhotoRoutes } from './waiting-photos.ts'

export function requestRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.createRequest, ({ ctx, body }) =>
    createRequest(ctx, body, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.listRequests, ({ ctx }) => listRequests(ctx))
  registerEndpoint(app, deps, contract.confirmRequest, ({ ctx, params, body }) =>
    confirmRequest(ctx, { id: params.id, photos: body?.photos }, deps.rateLimitFactor),
  )
  registerEndpoint(app, deps, contract.endRequest, async ({ ctx, params }) => {
    await endRequest(ctx, params.id)
    return undefined
  })
  waitingPhotoRoutes(app, deps, {
    upload: contract.uploadRequestPhotos,
    room: uploadRoomOfRequest,
    add: addRequestPhotos,
    read: contract.readRequestPhoto,
    open: openRequestPhoto,
  })
}
