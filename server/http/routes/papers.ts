/** Papers and evidence of a deal: made in a transaction, drawn outside it, kept nowhere. */
import type { FastifyInstance } from 'fastify'
import { evidence, evidenceKey, PAPERS, paper } from '../../../core/contract/papers.ts'
import { bytesOf } from '../../files/copies.ts'
import { renderPaper } from '../../pdf/render.ts'
import { collectEvidence } from '../../services/evidence/collect.ts'
import { packKey, publicOf } from '../../services/evidence/sign.ts'
import { writePack } from '../../services/evidence/write.ts'
import type { OpenedFile } from '../../services/files/open.ts'
import { makePaper } from '../../services/papers/paper.ts'
import type { Deps } from '../deps.ts'
import { mount, mountOpen } from '../mount.ts'

export function paperRoutes(app: FastifyInstance, deps: Deps): void {
  for (const name of PAPERS)
    mountOpen(app, deps, paper(name), async ({ params, query, reply, transact }) => {
      const asked = { dealId: params.form_pk, name, lang: query.lang }
      const made = await transact((ctx) => makePaper(ctx, asked))
      const pdf = await renderPaper(made)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `inline; filename="${name}-${params.form_pk}.pdf"`)
        .type('application/pdf')
        .send(pdf)
    })
  mountOpen(app, deps, evidence, async ({ params, query, reply, transact }) => {
    const asked = { dealId: params.form_pk, lang: query.lang }
    const collected = await transact((ctx) => collectEvidence(ctx, asked))
    const pdfs = new Map<string, Buffer>()
    for (const [name, made] of collected.papers) pdfs.set(`${name}.pdf`, await renderPaper(made))
    const open = async (file: OpenedFile) => (await bytesOf(deps.files, file)).stream
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="evidence-${params.form_pk}.zip"`)
      .type('application/zip')
      .send(writePack({ collected, pdfs, open }))
  })
  mount(app, deps, evidenceKey, async ({ ctx }) => ({
    algorithm: 'ed25519' as const,
    key: publicOf(await packKey(ctx)),
  }))
}
