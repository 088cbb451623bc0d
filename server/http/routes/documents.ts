/** Documents and evidence of a deal: composed in a transaction, drawn outside it, stored nowhere. */
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { DOCUMENTS, document, evidence, evidenceKey, evidenceKeys } from '#core/contract/documents.ts'
import { bytesOf } from '#server/files/copies.ts'
import type { ReadableFile } from '#server/files/store.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { withPhotos } from '#server/pdf/photos.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { collectEvidence } from '#server/services/documents/collect-evidence.ts'
import { createDocument } from '#server/services/documents/document.ts'
import { keyHistory, packKey, publicOf } from '#server/services/documents/evidence-key.ts'
import { writePack } from '#server/services/documents/evidence-pack.ts'

export function documentRoutes(app: FastifyInstance, deps: AppDependencies): void {
  for (const name of DOCUMENTS)
    registerUnscopedEndpoint(app, deps, document(name), async ({ params, query, reply, inTransaction }) => {
      const input = { dealId: params.form_pk, name, lang: query.lang }
      const content = await inTransaction((ctx) => createDocument(ctx, input))
      const pdf = await renderPdf(await withPhotos(deps.files, content))
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', create(`${name}-${params.form_pk}.pdf`, { type: 'inline' }))
        .type('application/pdf')
        .send(pdf)
    })
  registerUnscopedEndpoint(app, deps, evidence, async ({ params, query, reply, inTransaction }) => {
    const input = { dealId: params.form_pk, lang: query.lang }
    const content = await inTransaction((ctx) => collectEvidence(ctx, input))
    const pdfs = new Map<string, Buffer>()
    for (const [name, pdf] of content.documents)
      pdfs.set(`${name}.pdf`, await renderPdf(await withPhotos(deps.files, pdf)))
    const open = async (file: ReadableFile) => (await bytesOf(deps.files, file)).stream
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', create(`evidence-${params.form_pk}.zip`))
      .type('application/zip')
      .send(writePack({ content, pdfs, open }))
  })
  registerEndpoint(app, deps, evidenceKeys, ({ ctx }) => keyHistory(ctx))
  registerEndpoint(app, deps, evidenceKey, async ({ ctx }) => ({
    algorithm: 'ed25519' as const,
    key: publicOf(await packKey(ctx)),
  }))
}
