/** Bank statements: in as multipart, read apart from this thread, approved by a second Admin. */
import multipart from '@fastify/multipart'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { moneyToday } from '#core/contract/money-today.ts'
import * as contract from '#core/contract/statements.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { MAX_STATEMENT_BYTES } from '#core/statements/lines.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { closedDays, createBankAccount, presentBankAccounts } from '#server/services/statements/accounts.ts'
import { downloadStatement } from '#server/services/statements/files.ts'
import { presentMoneyToday } from '#server/services/statements/money-today.ts'
import { approveStatement, presentStatements, readStatement } from '#server/services/statements/present.ts'
import { uploadStatement } from '#server/services/statements/upload.ts'

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
    await scope.register(multipart, {
      limits: { fileSize: MAX_STATEMENT_BYTES, files: 1, fields: 2, parts: 3 },
    })
    registerUnscopedEndpoint(
      scope,
      deps,
      contract.uploadStatement,
      async ({ query, request, inTransaction }) => {
        const { name, bytes } = await receiveStatement(request)
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
}

async function receiveStatement(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  const part = await request.file()
  if (!part) throw invalid({ file: ['required'] })
  return { name: part.filename, bytes: await part.toBuffer() }
}
