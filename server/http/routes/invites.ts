import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/invites.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import {
  addInvitePhotos,
  createInvite,
  listInvites,
  openInvitePhoto,
  sendInvite,
  uploadRoomOfInvite,
  withdrawInvite,
} from '#server/services/deals/invites.ts'
import { waitingPhotoRoutes } from './waiting-photos.ts'

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
  waitingPhotoRoutes(app, deps, {
    upload: contract.uploadInvitePhotos,
    room: uploadRoomOfInvite,
    add: addInvitePhotos,
    read: contract.readInvitePhoto,
    open: openInvitePhoto,
  })
}
