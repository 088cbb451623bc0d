/** The books for an Admin to read, and the statement of a person as a file. */
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/ledger.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as ledger from '#server/services/admin/ledger.ts'
import { statementOf } from '#server/services/admin/person-statement.ts'

export function ledgerRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.trialBalance, ({ ctx, query }) => ledger.readTrialBalance(ctx, query))
  registerEndpoint(app, deps, contract.listLedgerAccounts, ({ ctx, query }) =>
    ledger.readAccounts(ctx, query),
  )
  registerEndpoint(app, deps, contract.listLedgerTransfers, ({ ctx, query }) =>
    ledger.readTransfers(ctx, query),
  )
  registerUnscopedEndpoint(app, deps, contract.personStatement, async (input) => {
    const { params, body, reply, inTransaction } = input
    const file = await inTransaction((ctx) => statementOf(ctx, params.id, body))
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', create(file.name))
      .type('application/octet-stream')
      .send('csv' in file ? file.csv : await renderPdf(file.pdf))
  })
}
