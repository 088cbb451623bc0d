/** Files of a deal: uploaded as multipart, downloaded as attachments that a browser does not execute. */
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#core/contract/files.ts'
import { fieldsOfIssues, invalid } from '#core/errors.ts'
import { MAX_FILE_BYTES, MAX_FILES_A_SIDE } from '#core/files.ts'
import { bytesOf } from '#server/files/copies.ts'
import { discard, type ReceivedUpload } from '#server/files/receive.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { addOnce, filesOf, receive, storeFiles } from '#server/http/uploads.ts'
import { addDealFiles, withdrawDealFile } from '#server/services/deals/item-photos.ts'
import { roomForUploads } from '#server/services/files/add.ts'
import { listDealFiles, openFile } from '#server/services/files/open.ts'

export function fileRoutes(app: FastifyInstance, deps: AppDependencies): void {
  // multipart is parsed in this scope only; other routes go on refusing it
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: MAX_FILES_A_SIDE + 1, fields: 5, fieldSize: 200, parts: 30 },
    })
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.uploadFiles,
      async ({ params, request, reply, inTransaction }) => {
        const dealId = params.form_pk
        const rooms = await inTransaction((ctx) => roomForUploads(ctx, dealId))
        const { incoming: folder, scan } = deps.files
        const received = await receive(request, { folder, rooms, scan })
        try {
          const { kind, draft } = fieldsOf(received)
          const isDraft = draft === '1'
          return await storeFiles(deps.files.store, received, () =>
            inTransaction((ctx) =>
              addOnce(ctx, { request, reply, received, kind, isDraft }, () =>
                addDealFiles(ctx, {
                  ...{ dealId, kind, isDraft, limitFactor: deps.rateLimitFactor },
                  files: filesOf(received),
                }),
              ),
            ),
          )
        } finally {
          await discard(received)
        }
      },
    )
  })
  registerEndpoint(app, deps, contract.listFiles, ({ ctx, params }) => listDealFiles(ctx, params.form_pk))
  registerEndpoint(app, deps, contract.withdrawFile, ({ ctx, params }) =>
    withdrawDealFile(ctx, { dealId: params.form_pk, id: params.id, limitFactor: deps.rateLimitFactor }),
  )
  registerUnscopedEndpoint(app, deps, contract.readFile, async ({ params, query, reply, inTransaction }) => {
    const request = { dealId: params.form_pk, id: params.id, isView: query.view === '1' }
    const readable = await inTransaction((ctx) => openFile(ctx, request))
    const { stream, mime, size } = await bytesOf(deps.files, readable)
    setAttachmentHeaders(reply, readable.file.name)
    if (size !== null) reply.header('content-length', String(size))
    return reply.type(mime === 'text/plain' ? 'text/plain; charset=utf-8' : mime).send(stream)
  })
}

function fieldsOf(received: ReceivedUpload) {
  const parsed = contract.uploadForm.safeParse(received.fields)
  if (!parsed.success) throw invalid(fieldsOfIssues(parsed.error.issues))
  return parsed.data
}

function setAttachmentHeaders(reply: FastifyReply, name: string): void {
  reply
    .header('content-disposition', create(name))
    .header('content-security-policy', `sandbox; default-src 'none'`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
}
