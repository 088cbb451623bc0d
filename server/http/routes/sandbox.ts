/** The levers of the sandbox: play the provider, move the clock, read the mail. These routes exist in it alone. */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../core/contract/site.ts'
import { Refusal } from '../../../core/errors.ts'
import { toIso } from '../../../core/time.ts'
import { fireEveryDeadline } from '../../jobs/deadlines.ts'
import { mailText } from '../../mail/letter.ts'
import { type SandboxEvent, type SandboxRail, SIGNATURE } from '../../rails/sandbox/sandbox.ts'
import { listMail } from '../../repositories/mail.ts'
import { findPayIn, type PayInRow } from '../../repositories/payments.ts'
import { advanceClock, spanMs } from '../../services/clock/advance.ts'
import { randomId } from '../../tokens.ts'
import type { Deps } from '../deps.ts'
import { pageHeaders } from '../lists.ts'
import { mount, mountOpen } from '../mount.ts'

type Outcome = (typeof contract.SANDBOX_CASES)[number]

function played(payIn: PayInRow, outcome: Outcome): SandboxEvent {
  const less = Math.max(1, Math.floor(payIn.amount_paise / 2))
  const amount =
    outcome === 'short' ? less : outcome === 'over' ? payIn.amount_paise + 100_00 : payIn.amount_paise
  return {
    event_id: `evt_${randomId()}`,
    type: outcome === 'fail' ? 'payment.failed' : 'payment.succeeded',
    payment: {
      id: `pay_${randomId()}`,
      reference: payIn.reference,
      amount_paise: amount,
      source: `u${payIn.user_id}@sandbox`,
    },
  }
}

export function sandboxRoutes(app: FastifyInstance, deps: Deps, rail: SandboxRail): void {
  /** Through the front door: the same webhook, signature check and ledger path as a real provider's. */
  const report = async (event: SandboxEvent): Promise<void> => {
    const payload = JSON.stringify(event)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/sandbox',
      headers: {
        'content-type': 'application/json',
        host: deps.hosts[0] ?? 'localhost',
        [SIGNATURE]: rail.sign(payload),
      },
      payload,
    })
    if (answer.statusCode !== 200) throw new Refusal(answer.statusCode === 503 ? 'unavailable' : 'conflict')
  }

  mountOpen(app, deps, contract.sandboxPayment, async ({ params, transact }) => {
    const payIn = await transact((ctx) => findPayIn(ctx.tx, params.id))
    if (!payIn) throw new Refusal('not_found')
    const needsOpen = params.outcome !== 'late' && params.outcome !== 'twice'
    if (needsOpen && payIn.status !== 'open') throw new Refusal('wrong_state')
    const event = played(payIn, params.outcome)
    await report(event)
    if (params.outcome === 'twice') await report({ ...event, event_id: `evt_${randomId()}` })
    const after = await transact((ctx) => findPayIn(ctx.tx, params.id))
    return { id: params.id, status: after?.status ?? payIn.status }
  })

  mountOpen(app, deps, contract.sandboxClock, async ({ body, transact }) => {
    const byMs = spanMs(body.advance)
    await transact((ctx) => advanceClock(ctx, byMs))
    const fired = await fireEveryDeadline(deps)
    return { now: toIso(await transact(async (ctx) => ctx.now)), fired }
  })

  mount(app, deps, contract.sandboxMail, async ({ ctx, query, request, reply }) => {
    const { rows, total } = await listMail(ctx.tx, { ...query, now: ctx.now })
    pageHeaders(request, reply, query, total)
    return rows.map((row) => ({
      to: row.recipient,
      subject: row.subject,
      text: mailText(row),
      at: toIso(row.at.getTime()),
    }))
  })
}
