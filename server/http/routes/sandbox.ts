/** The sandbox's calls: simulate the provider, advance the clock, read the e-mails. Registered with PAYMENTS=sandbox only. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/site.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { tokenOf } from '#server/http/credentials.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { pageHeaders } from '#server/http/lists.ts'
import { registerEndpoint, registerUnscopedEndpoint } from '#server/http/register-endpoint.ts'
import { type SandboxEvent, type SandboxRail, SIGNATURE } from '#server/rails/sandbox/sandbox.ts'
import { advanceClock, spanMs } from '#server/services/demo/advance-clock.ts'
import {
  listSandboxEmails,
  payInStatus,
  payoutStatus,
  sandboxEvents,
  sandboxPayoutEvent,
} from '#server/services/demo/sandbox.ts'
import { playScenario } from '#server/services/demo/scenarios.ts'

export interface SandboxDependencies {
  readonly rail: SandboxRail
  /** Applies every passed deadline at once, as the job does each second; how many deals changed state. */
  readonly applyLapses: () => Promise<number>
}

export function sandboxRoutes(
  app: FastifyInstance,
  deps: AppDependencies,
  { rail, applyLapses }: SandboxDependencies,
): void {
  /** Through the webhook: the same signature check and ledger path as a real provider's report. */
  const report = async (event: SandboxEvent): Promise<void> => {
    const payload = JSON.stringify(event)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/sandbox',
      headers: {
        'content-type': 'application/json',
        host: deps.hosts[0] ?? 'localhost',
        [SIGNATURE]: rail.sign(payload),
      },
      payload,
    })
    // 202: stored, and money is stopped
    if (statusCode !== 200) throw new Refusal([202, 503].includes(statusCode) ? 'unavailable' : 'conflict')
  }

  registerUnscopedEndpoint(app, deps, contract.sandboxPayment, async ({ params, inTransaction }) => {
    for (const event of await inTransaction((ctx) => sandboxEvents(ctx, params))) await report(event)
    return { id: params.id, status: await inTransaction((ctx) => payInStatus(ctx, params.id)) }
  })

  registerUnscopedEndpoint(app, deps, contract.sandboxPayout, async ({ params, inTransaction }) => {
    await report(await inTransaction((ctx) => sandboxPayoutEvent(ctx, params)))
    return { id: params.id, status: await inTransaction((ctx) => payoutStatus(ctx, params.id)) }
  })

  registerUnscopedEndpoint(app, deps, contract.sandboxClock, async ({ body, inTransaction }) => {
    const byMs = spanMs(body.advance)
    await inTransaction((ctx) => advanceClock(ctx, byMs))
    const fired = await applyLapses()
    return { now: toIso(await inTransaction(async (ctx) => ctx.now)), fired }
  })

  registerUnscopedEndpoint(app, deps, contract.sandboxScenario, ({ body, inTransaction }) =>
    playScenario(inTransaction, deps.rails, body.name),
  )

  registerEndpoint(app, deps, contract.sandboxMail, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listSandboxEmails(ctx, query, tokenOf(request))
    pageHeaders(request, reply, query, total)
    return rows
  })
}
