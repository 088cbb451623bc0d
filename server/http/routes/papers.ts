/** Papers of a deal: made in a transaction, drawn outside it, kept nowhere. */
import type { FastifyInstance } from 'fastify'
import { PAPERS, paper } from '../../../core/contract/papers.ts'
import { renderPaper } from '../../pdf/render.ts'
import { makePaper } from '../../services/papers/paper.ts'
import type { Deps } from '../deps.ts'
import { mountOpen } from '../mount.ts'

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
}
