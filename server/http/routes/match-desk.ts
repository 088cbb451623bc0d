/** The match desk: lines of the bank that a person has to say something of, and deals that stand still by one. */
import type { FastifyInstance } from 'fastify'
import * as freezes from '#core/contract/deal-freezes.ts'
import * as contract from '#core/contract/match-desk.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { endFreeze, presentFrozenDeals } from '#server/services/deals/freeze.ts'
import { presentChargebacks } from '#server/services/money/chargebacks.ts'
import { presentDebts, writeOffDebt } from '#server/services/money/debts.ts'
import { approveLine, askToUndoLine, decideLine, dropLine } from '#server/services/statements/decide-line.ts'
import { presentDeskLines } from '#server/services/statements/desk-lines.ts'
import { presentLineWithChoices } from '#server/services/statements/line-candidates.ts'

export function matchDeskRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.listDeskLines, ({ ctx, query }) => presentDeskLines(ctx, query.state))
  registerEndpoint(app, deps, contract.getDeskLine, ({ ctx, params, query }) =>
    presentLineWithChoices(ctx, params.id, query.search ?? null),
  )
  registerEndpoint(app, deps, contract.decideLine, ({ ctx, params, body }) =>
    decideLine(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.approveLine, ({ ctx, params, body }) =>
    approveLine(ctx, params.id, body),
  )
  registerEndpoint(app, deps, contract.dropLine, ({ ctx, params, body }) => dropLine(ctx, params.id, body))
  registerEndpoint(app, deps, contract.undoLine, ({ ctx, params, body }) =>
    askToUndoLine(ctx, params.id, body.note),
  )
  registerEndpoint(app, deps, freezes.listFrozenDeals, ({ ctx }) => presentFrozenDeals(ctx))
  registerEndpoint(app, deps, freezes.listChargebacks, ({ ctx }) => presentChargebacks(ctx))
  registerEndpoint(app, deps, freezes.listDebts, ({ ctx }) => presentDebts(ctx))
  registerEndpoint(app, deps, freezes.writeOffDebt, ({ ctx, params, body }) =>
    writeOffDebt(ctx, params.id, body),
  )
  registerEndpoint(app, deps, freezes.endFreeze, ({ ctx, params, body }) => endFreeze(ctx, params.id, body))
}
