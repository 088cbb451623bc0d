/**
 * A deal stands still while its money is in doubt: the bank has taken the deposit back, or its payer disputes it there.
 * Nothing is released, no deadline passes. The end of the dispute ends it, or two Admins who say the same: the deal goes on,
 * its deadlines moved by the time it stood still, or it ends and nobody is paid.
 */

import type { FrozenDeal } from '#core/contract/deal-freezes.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { firstDeliveryDueAfter } from '#core/lifecycle/deadlines.ts'
import { decide } from '#core/lifecycle/decide.ts'
import { HELD } from '#core/lifecycle/states.ts'
import { toIso } from '#core/time.ts'
import { hasOpenChargeback } from '#server/repositories/chargebacks.ts'
import { type DealRow, type Loaded, lockDeal, updateDeal } from '#server/repositories/deals.ts'
import { listFrozenDeals, takenOfHold } from '#server/repositories/frozen-deals.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { date, factsOf } from '#server/services/deal/facts.ts'
import { requireNoParty } from '#server/services/money/parties.ts'
import { notifyOfFreeze } from '#server/services/notifications/freeze-notifications.ts'
import { reminderColumns } from '#server/services/notifications/reminder-schedule.ts'
import { applyAndNotify } from './apply-decision.ts'

const isHeld = ({ status }: DealRow): boolean => (HELD as readonly string[]).includes(status)

/** A deal that is locked, with its deadlines applied. False where its money is in no hold any more, or it stands still already. */
export async function freezeDeal(
  ctx: Ctx,
  { deal }: Loaded,
  amountPaise: number,
  cause: 'taken_back' | 'disputed' = 'taken_back',
): Promise<boolean> {
  if (!isHeld(deal) || deal.frozen_since !== null) return false
  const frozen = await mustUpdate(ctx, deal, { frozen_since: new Date(ctx.now), next_reminder_at: null })
  await notifyOfFreeze(ctx, frozen, { cause, amountPaise })
  return true
}

async function mustUpdate(
  ctx: Ctx,
  deal: DealRow,
  changes: Parameters<typeof updateDeal>[2],
): Promise<DealRow> {
  const updated = await updateDeal(ctx.tx, deal, changes)
  if (!updated) throw new Refusal('conflict')
  return updated
}

interface EndedFreeze {
  readonly outcome: 'goes_on' | 'charged_back'
  readonly note: string
}

/**
 * The first to say it states it, another who says the same does it; another word replaces the first. Throws Refusal
 * `not_found`, `wrong_state` for a deal that does not stand still, `forbidden` for a party and for the same person again,
 * `invalid` for the end of one that no bank has taken anything of, or whose dispute the bank has not decided.
 */
export async function endFreeze(
  ctx: UserCtx,
  id: string,
  { outcome, note }: EndedFreeze,
): Promise<{ state: 'stated' | 'ended' }> {
  const loaded = await lockDeal(ctx.tx, id)
  if (!loaded) throw new Refusal('not_found')
  const { deal } = loaded
  await requireNoParty(ctx, { deal_id: id, user_id: deal.creator_id })
  if (deal.frozen_since === null) throw new Refusal('wrong_state')
  if (outcome === 'charged_back') await requireTaken(ctx, id)
  const isSecond = deal.freeze_outcome === outcome
  if (isSecond && deal.freeze_stated_by === ctx.user.id) throw new Refusal('forbidden')
  if (isSecond) await (outcome === 'goes_on' ? thawDeal(ctx, loaded) : chargeBack(ctx, loaded, ctx.user.id))
  else
    await mustUpdate(ctx, deal, { freeze_outcome: outcome, freeze_stated_by: ctx.user.id, freeze_note: note })
  await recordAudit(ctx, {
    action: isSecond ? 'deal_freeze_ended' : 'deal_freeze_stated',
    actor: ctx.user,
    subject: { type: 'deal', id },
    after: { outcome, note },
  })
  return { state: isSecond ? 'ended' : 'stated' }
}

/** Else the payer would be paid, and lose nothing of it when the bank gives the payment back to them too. */
async function requireTaken({ tx }: Ctx, id: string): Promise<void> {
  if ((await hasOpenChargeback(tx, id)) || (await takenOfHold(tx, id)) === 0)
    throw invalid({ outcome: ['not_taken'] })
}

const THAWED = {
  frozen_since: null,
  freeze_outcome: null,
  freeze_stated_by: null,
  freeze_note: null,
} as const

/** It goes on, with the time that was left. */
export async function thawDeal(ctx: Ctx, loaded: Loaded): Promise<void> {
  const { deal } = loaded
  const stoodStillMs = ctx.now - (deal.frozen_since?.getTime() ?? ctx.now)
  const later = (at: Date | null): Date | null => date(at === null ? null : at.getTime() + stoodStillMs)
  const moved = {
    ...{ due_at: later(deal.due_at), delivery_due_at: later(deal.delivery_due_at) },
    extension_to: later(deal.extension_to),
  }
  const facts = await factsOf(ctx, { ...loaded, deal: { ...deal, ...moved, frozen_since: null } })
  const reminders = reminderColumns(null, facts, ctx.now)
  // else the days from the funding would be over as soon as it is sent, and the payer refunded
  const dueDates =
    facts.status === 'funded' ? { delivery_due_at: date(firstDeliveryDueAfter(facts, stoodStillMs)) } : {}
  const thawed = await mustUpdate(ctx, deal, { ...THAWED, ...moved, ...dueDates, ...reminders })
  await notifyOfFreeze(ctx, thawed, { cause: null, amountPaise: deal.amount_paise })
}

/** It ends: what the bank has taken is paid to nobody, what it left is the payer's. `actorId`: null when the provider has said so. */
export async function chargeBack(ctx: Ctx, loaded: Loaded, actorId: number | null): Promise<void> {
  const input = { taken_paise: await takenOfHold(ctx.tx, loaded.deal.id) }
  const request = { action: 'charged_back', by: 'gateway', now: ctx.now, input } as const
  const decision = decide(await factsOf(ctx, loaded), request)
  if (!decision.ok) throw new Refusal('wrong_state')
  await applyAndNotify(ctx, loaded, decision, {
    ...{ name: 'charged_back', by: actorId === null ? 'gateway' : 'team', actorId, data: {} },
    deal: THAWED,
  })
}

export async function presentFrozenDeals(ctx: UserCtx): Promise<FrozenDeal[]> {
  const rows = await listFrozenDeals(ctx.tx)
  return rows.map((row) => ({
    form_pk: row.id,
    ...{ title: row.title, payer: row.payer, status: row.status },
    amount_paise: row.amount_paise,
    taken_back_paise: Number(row.taken_back_paise),
    since: toIso(row.frozen_since.getTime()),
    due_at: row.due_at && toIso(row.due_at.getTime()),
    stated: row.freeze_outcome,
    stated_by: row.maker,
    note: row.freeze_note,
    mine: row.freeze_stated_by === ctx.user.id,
  }))
}
