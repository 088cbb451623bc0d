import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#core/contract/links.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { FILE_TYPES, MAX_FILE_BYTES } from '#core/files.ts'
import { smallPicture } from '#server/files/pictures.ts'
import { discard, type Reception, receiveFiles } from '#server/files/receive.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { changeLink, createLink, listLinks, readLink } from '#server/services/links/links.ts'
import { addPhoto, readPhoto, roomForPhoto } from '#server/services/links/photo.ts'
import { linkPoster } from '#server/services/links/poster.ts'
import { takeLink } from '#server/services/links/take.ts'

export function linkRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listLinks, async ({ ctx, query, request, reply }) => {
    const { page, total } = await listLinks(ctx, query)
    const numbered = { page: query.page ?? 1, page_size: query.page_size ?? query.limit }
    pageHeaders(request, reply, { ...numbered, search: undefined, ordering: undefined }, total)
    return page
  })
  registerEndpoint(app, deps, contract.createLink, ({ ctx, body }) => createLink(ctx, body))
  registerEndpoint(app, deps, contract.getLink, ({ ctx, params, reply }) => {
    // the button on somebody's page reads it there (sdk/button.js); it says what anybody may see
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return readLink(ctx, params.id)
  })
  registerEndpoint(app, deps, contract.changeLink, ({ ctx, params, body }) =>
    changeLink(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.takeLink, ({ ctx, params, body }) =>
    takeLink(
      ctx,
      { id: params.id, version: body?.version },
      { limitFactor: deps.rateLimitFactor, files: deps.files },
    ),
  )
  photoRoutes(app, deps)
  registerUnscopedEndpoint(
    app,
    deps,
    contract.linkPoster,
    async ({ params, query, reply, inTransaction }) => {
      const content = await inTransaction((ctx) => linkPoster(ctx, params.id, query.lang))
      const pdf = await renderPdf(content)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', create(`poster-${params.id}.pdf`, { type: 'inline' }))
        .type('application/pdf')
        .send(pdf)
    },
  )
}

function photoRoutes(app: FastifyInstance, deps: AppDependencies): void {
  // multipart is parsed in this scope only; other routes go on refusing it
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: 2, fields: 1, fieldSize: 200, parts: 3 },
    })
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.uploadLinkPhoto,
      async ({ params, request, inTransaction }) => {
        const rooms = await inTransaction((ctx) => roomForPhoto(ctx, params.id))
        const { incoming: folder, scan } = deps.files
        const content = await receivePicture(request, { folder, rooms, scan })
        const sha256 = createHash('sha256').update(content).digest('hex')
        return inTransaction((ctx) => addPhoto(ctx, params.id, { content, sha256 }))
      },
    )
  })
  registerUnscopedEndpoint(app, deps, contract.readLinkPhoto, async ({ params, reply, inTransaction }) => {
    const content = await inTransaction((ctx) => readPhoto(ctx, params.id, params.photo_id))
    // another picture has another address
    return reply.header('cache-control', 'public, max-age=86400').type('image/webp').send(content)
  })
}

async function receivePicture(request: FastifyRequest, into: Reception): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  const received = await receiveFiles(request.parts(), into)
  try {
    const [file] = received.files
    if (!file) throw invalid({ file: ['required'] })
    const picture = FILE_TYPES[file.type].isPicture ? await smallPicture(await readFile(file.path)) : null
    if (!picture) throw new Refusal('unsupported_type')
    return picture
  } finally {
    await discard(received)
  }
}
