/** A complaint by mailed link: it acts as the payer, on that deal and by that action alone. */
import type { ComplaintView } from '#core/contract/complaint-link.ts'
import { Refusal } from '#core/errors.ts'
import { refusalBeforeInput } from '#core/lifecycle/decide.ts'
import { fieldsOf } from '#core/lifecycle/inputs.ts'
import { toIso } from '#core/time.ts'
import { tokenHash } from '#server/lib/tokens.ts'
import {
  type ComplaintLinkRow,
  consumeComplaintLink,
  findComplaintLink,
} from '#server/repositories/complaint-links.ts'
import { findDeal, type Loaded } from '#server/repositories/deals.ts'
import { listEvents } from '#server/repositories/events.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { participantsOf } from '#server/services/deal/participants.ts'
import { act } from './act.ts'

async function getLink(ctx: Ctx, token: string): Promise<ComplaintLinkRow> {
  const link = await findComplaintLink(ctx.tx, tokenHash(token), ctx.now)
  if (!link) throw new Refusal('gone')
  return link
}

export async function readComplaintLink(ctx: Ctx, token: string): Promise<ComplaintView> {
  const { deal_id } = await getLink(ctx, token)
  const loaded = await findDeal(ctx.tx, deal_id)
  if (!loaded) throw new Refusal('gone')
  const { deal } = loaded
  const { title, payee } = await participantsOf(ctx, deal)
  const claim = (await listEvents(ctx.tx, deal_id)).findLast((event) => event.name === 'deliver')
  const fields = fieldsOf('complain', deal.track)
  const optionsOf = (name: string) => [...(fields.find((field) => field.name === name)?.options ?? [])]
  return {
    form_pk: deal.id,
    track: deal.track,
    title,
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    payee: payee.name,
    note: typeof claim?.data.note === 'string' ? claim.data.note : '',
    until: await openUntil(ctx, loaded),
    reasons: optionsOf('reason'),
    remedies: optionsOf('wanted'),
  }
}

/** Null once the deadline has passed, applied or not, and in a state without complaints. */
async function openUntil(ctx: Ctx, loaded: Loaded): Promise<string | null> {
  const dueAt = loaded.deal.due_at?.getTime() ?? 0
  const request = { action: 'complain', by: 'payer', now: ctx.now } as const
  const isRefused = refusalBeforeInput(await factsOf(ctx, loaded), request) !== null
  return isRefused || ctx.now >= dueAt ? null : toIso(dueAt)
}

/** A Refusal that is returned has something to commit, as in act(); the link stays unused then. */
export async function complainByLink(
  ctx: Ctx,
  { token, ...body }: { token: string } & Record<string, unknown>,
): Promise<{ form_pk: string; status: string } | Refusal> {
  const link = await getLink(ctx, token)
  const payer = await findUser(ctx.tx, link.user_id)
  if (!payer || payer.deleted_at) throw new Refusal('gone')
  const payerCtx: UserCtx = { ...ctx, user: sessionUser(payer) }
  const deal = await act(payerCtx, { dealId: link.deal_id, action: 'complain', body })
  if (deal instanceof Refusal) return deal
  // the deal is locked by now: of two uses at once the second finds the link used
  if (!(await consumeComplaintLink(ctx.tx, tokenHash(token), ctx.now))) throw new Refusal('gone')
  await recordAudit(ctx, {
    action: 'complaint_link_used',
    actor: payerCtx.user,
    subject: { type: 'deal', id: deal.id },
  })
  return { form_pk: deal.id, status: deal.status }
}
