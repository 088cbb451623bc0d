/** Bank statements: in as multipart, read apart from this thread, approved by a second Admin. */
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { moneyToday } from '#core/contract/money-today.ts'
import * as contract from '#core/contract/statements.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { closedDays, createBankAccount, presentBankAccounts } from '#server/services/statements/accounts.ts'
import { downloadStatement } from '#server/services/statements/files.ts'
import { presentMoneyToday } from '#server/services/statements/money-today.ts'
import {
  approveStatement,
  dropStatement,
  presentStatements,
  readStatement,
} from '#server/services/statements/present.ts'
import { uploadStatement } from '#server/services/statements/upload.ts'
import { receiveSheet, SHEET_LIMITS } from './receive-sheet.ts'

export function statementRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.addBankAccount, ({ ctx, body }) =>
    createBankAccount(ctx, {
      bank: body.bank,
      account: body.account,
      openingPaise: body.opening_paise,
      ownNames: body.own_names,
      mapping: body.mapping,
    }),
  )
  registerEndpoint(app, deps, contract.listBankAccounts, ({ ctx }) => presentBankAccounts(ctx))
  registerEndpoint(app, deps, contract.closedDays, ({ ctx, params }) => closedDays(ctx, params.id))
  // only this scope reads multipart; everywhere else it is refused as before
  app.register(async (scope) => {
    await scope.register(multipart, SHEET_LIMITS)
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.uploadStatement,
      async ({ query, request, inTransaction }) => {
        const { name, bytes } = await receiveSheet(request)
        return uploadStatement(inTransaction, { accountId: query.account, name, bytes })
      },
    )
  })
  registerEndpoint(app, deps, contract.listStatements, ({ ctx }) => presentStatements(ctx))
  registerEndpoint(app, deps, moneyToday, ({ ctx }) => presentMoneyToday(ctx))
  registerUnscopedEndpoint(
    app,
    deps,
    contract.downloadStatement,
    async ({ params, reply, inTransaction }) => {
      const file = await inTransaction((ctx) => downloadStatement(ctx, params.id))
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', create(file.name))
        .type('application/octet-stream')
        .send(file.bytes)
    },
  )
  registerEndpoint(app, deps, contract.getStatement, ({ ctx, params }) => readStatement(ctx, params.id))
  registerUnscopedEndpoint(app, deps, contract.approveStatement, ({ params, inTransaction }) =>
    approveStatement(inTransaction, params.id),
  )
  registerEndpoint(app, deps, contract.dropStatement, ({ ctx, params, body }) =>
    dropStatement(ctx, params.id, body.note),
  )
}
