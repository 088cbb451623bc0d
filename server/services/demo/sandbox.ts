/** The sandbox's controls: what the provider would report about a pay-in, and the e-mails that were sent. */
import type { Answer, ListQuery } from '#core/contract/endpoint.ts'
import type { SandboxReport, sandboxMail } from '#core/contract/site.ts'
import type { sandboxCodes } from '#core/contract/verification.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { randomId } from '#server/lib/tokens.ts'
import { emailText } from '#server/mail/email-template.ts'
import type { SandboxEvent } from '#server/rails/sandbox/sandbox.ts'
import { listEmails } from '#server/repositories/emails.ts'
import {
  findDepositOrigin,
  findPayIn,
  lockPayout,
  type PayInRow,
  type PayoutRow,
} from '#server/repositories/payments.ts'
import * as verifications from '#server/repositories/verifications.ts'
import { authenticate } from '#server/services/account/session.ts'
import { secondFactorStep } from '#server/services/authorisation.ts'
import type { Ctx, ListPage } from '#server/services/context.ts'
import { payoutKey } from '#server/services/money/payout-key.ts'
import { withTokens } from '#server/services/notifications/mailed-token.ts'

async function getPayIn(ctx: Ctx, id: string): Promise<PayInRow> {
  const payIn = await findPayIn(ctx.tx, id)
  if (!payIn) throw new Refusal('not_found')
  // pretended money pays for nothing real
  if (payIn.provider !== 'sandbox') throw new Refusal('wrong_state')
  return payIn
}

export const payInStatus = async (ctx: Ctx, id: string): Promise<PayInRow['status']> =>
  (await getPayIn(ctx, id)).status

/** The provider's reports of one case: `twice` reports one payment by two events. */
export async function sandboxEvents(
  ctx: Ctx,
  { id, outcome }: { id: string; outcome: SandboxReport },
): Promise<SandboxEvent[]> {
  const payIn = await getPayIn(ctx, id)
  if (outcome === 'returned' || outcome === 'disputed') return [await takenBackEvent(ctx, payIn, outcome)]
  const needsOpen = !['late', 'twice', 'unknown'].includes(outcome)
  if (needsOpen && payIn.status !== 'open') throw new Refusal('wrong_state')
  const event = reportOf(payIn, outcome)
  return outcome === 'twice' ? [event, { ...event, event_id: `evt_${randomId()}` }] : [event]
}

/** Of what it was paid with. */
async function takenBackEvent(
  ctx: Ctx,
  { deal_id: dealId, party, purpose, reference, amount_paise }: PayInRow,
  outcome: 'returned' | 'disputed',
): Promise<SandboxEvent> {
  const deposit = await findDepositOrigin(ctx.tx, { dealId, party, purpose })
  if (!deposit) throw new Refusal('wrong_state')
  const { provider_payment_id: id, source } = deposit
  const event_id = `evt_${randomId()}`
  return { event_id, type: `payment.${outcome}`, payment: { id, reference, amount_paise, source } }
}

const amountOf = ({ amount_paise }: PayInRow, outcome: SandboxReport): number => {
  if (outcome === 'short') return Math.max(1, Math.floor(amount_paise / 2))
  return outcome === 'over' ? amount_paise + 100_00 : amount_paise
}

const reportOf = (payIn: PayInRow, outcome: SandboxReport): SandboxEvent => ({
  event_id: `evt_${randomId()}`,
  type: outcome === 'fail' ? 'payment.failed' : 'payment.succeeded',
  payment: {
    id: `pay_${randomId()}`,
    reference: outcome === 'unknown' ? null : payIn.reference,
    amount_paise: amountOf(payIn, outcome),
    source: `u${payIn.user_id}@sandbox`,
  },
})

/** Of one that is under way. What has ended is not played again. */
export async function sandboxPayoutEvent(
  ctx: Ctx,
  { id, outcome }: { id: string; outcome: 'succeed' | 'fail' },
): Promise<SandboxEvent> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Refusal('not_found')
  if (payout.provider !== 'sandbox' || payout.status !== 'sent') throw new Refusal('wrong_state')
  const type = outcome === 'succeed' ? 'payout.done' : 'payout.failed'
  return { event_id: `evt_${randomId()}`, type, payout: { key: payoutKey(payout) } }
}

export async function payoutStatus(ctx: Ctx, id: string): Promise<PayoutRow['status']> {
  const payout = await lockPayout(ctx.tx, id)
  if (!payout) throw new Refusal('not_found')
  return payout.status
}

/** `token`: of the caller, if there is one. An Admin sees the team's emails everywhere. */
export async function listSandboxEmails(
  ctx: Ctx,
  query: ListQuery,
  token: string | null,
): Promise<ListPage<Answer<typeof sandboxMail>[number]>> {
  const withoutTeam = ctx.settings.sandboxEmails === 'without team' && !(await isOfAdmin(ctx, token))
  const { rows, total } = await listEmails(ctx.tx, { ...query, now: ctx.now, withoutTeam })
  const emails = await withTokens(ctx, rows)
  return {
    total,
    rows: emails.map((row) => ({
      to: row.recipient,
      subject: row.subject,
      text: emailText(row),
      at: toIso(row.at.getTime()),
    })),
  }
}

async function isOfAdmin(ctx: Ctx, token: string | null): Promise<boolean> {
  if (token === null) return false
  const { user, secondFactorAgeMs } = await authenticate(ctx.tx, token, null)
  return user?.userType === 'Admin' && secondFactorStep({ ...ctx, user, secondFactorAgeMs }) === null
}

/** `isLocal`: asked on this machine. Elsewhere the team's numbers would be anybody's to prove. */
export async function listSandboxCodes(
  ctx: Ctx,
  query: ListQuery,
  { isLocal }: { isLocal: boolean },
): Promise<ListPage<Answer<typeof sandboxCodes>[number]>> {
  const { rows, total } = await verifications.listSandboxCodes(ctx.tx, { ...query, withoutTeam: !isLocal })
  return {
    total,
    rows: rows.map(({ recipient, kind, code, at }) => ({
      to: recipient,
      kind,
      code,
      at: toIso(at.getTime()),
    })),
  }
}
