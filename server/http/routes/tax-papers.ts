/** Papers of tax: for who paid the fee, and for the team. */
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import * as contract from '#core/contract/tax-papers.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { changeTaxDetails, taxDetails } from '#server/services/tax/details.ts'
import { giveBack } from '#server/services/tax/give-back.ts'
import { giveTaxBack } from '#server/services/tax/give-tax-back.ts'
import { taxPaper } from '#server/services/tax/paper-content.ts'
import { gstr1Of, myPapers, papersOfMonth } from '#server/services/tax/present-papers.ts'
import { withheldOfMonth, withheldReturnsOf } from '#server/services/tax/present-withheld.ts'

export function taxPaperRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listMyPapers, ({ ctx }) => myPapers(ctx))
  registerEndpoint(app, deps, contract.getTaxDetails, ({ ctx }) => taxDetails(ctx))
  registerEndpoint(app, deps, contract.setTaxDetails, ({ ctx, body }) => changeTaxDetails(ctx, body))
  registerEndpoint(app, deps, contract.listTaxPapers, ({ ctx, query }) => papersOfMonth(ctx, query.month))
  registerEndpoint(app, deps, contract.giveBack, ({ ctx, params, body }) =>
    giveBack(ctx, { id: params.id, amountPaise: body.amount_paise, reason: body.reason }),
  )
  registerUnscopedEndpoint(
    app,
    deps,
    contract.taxPaperPdf,
    async ({ params, query, reply, inTransaction }) => {
      const content = await inTransaction((ctx) => taxPaper(ctx, { id: params.id, lang: query.lang }))
      const pdf = await renderPdf(content)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', create(`${params.id}.pdf`, { type: 'inline' }))
        .type('application/pdf')
        .send(pdf)
    },
  )
  registerUnscopedEndpoint(app, deps, contract.gstr1, async ({ query, reply, inTransaction }) =>
    sendSheets(reply, `gstr1-${query.month}.zip`, await inTransaction((ctx) => gstr1Of(ctx, query.month))),
  )
  registerEndpoint(app, deps, contract.listWithheldTaxes, ({ ctx, query }) =>
    withheldOfMonth(ctx, query.month),
  )
  registerEndpoint(app, deps, contract.giveTaxBack, ({ ctx, params, body }) =>
    giveTaxBack(ctx, { formPk: params.id, amountPaise: body.amount_paise, note: body.note }),
  )
  registerUnscopedEndpoint(app, deps, contract.withheldTaxReturns, async ({ query, reply, inTransaction }) =>
    sendSheets(
      reply,
      `tax-withheld-${query.month}.zip`,
      await inTransaction((ctx) => withheldReturnsOf(ctx, query.month)),
    ),
  )
}

function sendSheets(reply: FastifyReply, name: string, sheets: ReadonlyMap<string, string>) {
  const zip = new ZipFile()
  for (const [sheet, csv] of sheets) zip.addBuffer(Buffer.from(csv), `${sheet}.csv`)
  zip.end()
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', create(name))
    .type('application/zip')
    .send(zip.outputStream)
}
