/** Files of a deal: uploaded as multipart, downloaded as attachments that a browser does not execute. */
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DealFile } from '#core/contract/deals.ts'
import * as contract from '#core/contract/files.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { MAX_FILE_BYTES, MAX_FILES_A_SIDE } from '#core/files.ts'
import { CommitUnknown } from '#server/db/errors.ts'
import { bytesOf } from '#server/files/copies.ts'
import { discard, type ReceivedUpload, type Reception, receiveFiles } from '#server/files/receive.ts'
import type { FileStore } from '#server/files/store.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import type { UserCtx } from '#server/services/context.ts'
import { addDealFiles, withdrawDealFile } from '#server/services/deals/item-photos.ts'
import { roomForUploads } from '#server/services/files/add.ts'
import { listDealFiles, openFile } from '#server/services/files/open.ts'
import { keyOf, withIdempotency } from '#server/services/idempotency.ts'

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
      async ({ params, request, inTransaction }) => {
        const dealId = params.form_pk
        const rooms = await inTransaction((ctx) => roomForUploads(ctx, dealId))
        const { incoming: folder, scan } = deps.files
        const received = await receive(request, { folder, rooms, scan })
        try {
          return await storeFiles(deps.files.store, received, (kind) =>
            inTransaction((ctx) =>
              addOnce(ctx, { dealId, kind, request, received, limitFactor: deps.rateLimitFactor }),
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

async function receive(request: FastifyRequest, into: Reception): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  return receiveFiles(request.parts(), into)
}

function kindOf(received: ReceivedUpload): string {
  if (received.files.length === 0) throw invalid({ files: ['required'] })
  const parsed = contract.uploadForm.safeParse(received.fields)
  if (!parsed.success) throw invalid({ kind: ['select'] })
  return parsed.data.kind
}

/** Bytes are stored before rows: a row must never name a missing file. Files that got no row are removed again. */
async function storeFiles(
  store: FileStore,
  received: ReceivedUpload,
  add: (kind: string) => Promise<DealFile[]>,
): Promise<DealFile[]> {
  const kind = kindOf(received)
  const removeBut = (stored: readonly DealFile[]) =>
    Promise.all(
      received.files
        .filter(({ id }) => !stored.some((file) => file.id === id))
        .map(({ id }) => store.remove(id)),
    )
  try {
    for (const { id, path } of received.files) await store.put(id, path)
    const answer = await add(kind)
    await removeBut(answer)
    return answer
  } catch (error) {
    // after CommitUnknown the rows may exist. A failing store also fails to remove: report the first error
    if (!(error instanceof CommitUnknown)) await removeBut([]).catch(() => {})
    throw error
  }
}

/** With an Idempotency-Key the same files are added once; files are compared by name and hash. */
function addOnce(
  ctx: UserCtx,
  input: {
    dealId: string
    kind: string
    request: FastifyRequest
    received: ReceivedUpload
    limitFactor: number
  },
): Promise<DealFile[]> {
  const { dealId, kind, request, received, limitFactor } = input
  const { method, url } = request
  const key = keyOf(method, request.headers['idempotency-key'])
  const body = { kind, files: received.files.map(({ name, sha256 }) => ({ name, sha256 })) }
  const keyed = key === null ? null : { key, userId: ctx.user.id, method, url, body }
  return withIdempotency(ctx.tx, keyed, () =>
    addDealFiles(ctx, {
      ...{ dealId, kind, limitFactor },
      files: received.files.map(({ path: _, ...file }) => file),
    }),
  )
}

function setAttachmentHeaders(reply: FastifyReply, name: string): void {
  reply
    .header('content-disposition', create(name))
    .header('content-security-policy', `sandbox; default-src 'none'`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
}
