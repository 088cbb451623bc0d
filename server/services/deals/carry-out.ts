/**
 * Writes a decision: the deal's row, its event, the dispute, the ledger, payouts and notices, all in the caller's
 * transaction. Every change of a deal goes through here.
 */
import type { Insertable } from 'kysely'
import { Refusal } from '../../../core/errors.ts'
import type { Decision } from '../../../core/lifecycle/facts.ts'
import { isTerminal } from '../../../core/lifecycle/states.ts'
import type { DealTable, DisputeTable } from '../../db/tables.ts'
import { type DealRow, type Loaded, moveDeal } from '../../repositories/deals.ts'
import { insertDispute, updateDispute } from '../../repositories/disputes.ts'
import type { NewEvent } from '../../repositories/events.ts'
import { closePayIns } from '../../repositories/payments.ts'
import type { Ctx } from '../context.ts'
import { notify } from '../notices/notify.ts'
import { reminderColumns } from '../notices/plan.ts'
import { peopleOf } from '../notices/scene.ts'
import { columnsOf, date } from './facts.ts'
import { settleFees, settleHold } from './settle.ts'

export interface Told {
  readonly name: string
  readonly by: NewEvent['by']
  readonly actorId: number | null
  readonly data: Record<string, unknown>
  /** Columns of the deal and of its dispute that belong to this action alone. */
  readonly deal?: Partial<Insertable<DealTable>>
  readonly dispute?: Partial<Insertable<DisputeTable>>
}

export interface Moved {
  readonly deal: DealRow
  /** Ends when all whom it concerns have been written to: for the caller to wait for, or to leave to the commit. */
  readonly telling: Promise<void>
}

/** `move`, with everybody written to. */
export async function carryOut(...moving: Parameters<typeof move>): Promise<DealRow> {
  const { deal, telling } = await move(...moving)
  await telling
  return deal
}

/**
 * Throws Refusal `conflict` when somebody changed the deal first. All is asked side by side, under the lock that the
 * deal was loaded with; whatever of it fails takes the rest back.
 */
export async function move(ctx: Ctx, loaded: Loaded, decision: Decision, told: Told): Promise<Moved> {
  const { deal } = loaded
  const { next } = decision
  const seq = deal.last_seq + 1
  const event = { seq, name: told.name, by: told.by, actorId: told.actorId, data: told.data }
  const changes = {
    ...columnsOf(next),
    ...reminderColumns(deal, next, enteredAt(ctx, deal, told)),
    ...told.deal,
    last_seq: seq,
    ...(decision.row.opens ? { disputed_at: date(ctx.now) } : {}),
    ...(isTerminal(next.status) ? { ended_at: date(ctx.now) } : {}),
  }
  const [moved, people] = await Promise.all([
    moveDeal(ctx.tx, deal, changes, {
      ...event,
      dealId: deal.id,
      at: ctx.now,
      termsVersion: next.termsVersion,
    }),
    peopleOf(ctx, { ...deal, ...told.deal }),
    writeDispute(ctx, deal, decision, told),
    decision.hold && settleHold(ctx, deal, decision.hold, decision.row.hold ?? 'refund'),
    settleFees(ctx, deal, decision),
    deal.status === next.status ? undefined : closePayInsOf(ctx, deal, next.status),
  ])
  if (!moved) throw new Refusal('conflict')
  return { deal: moved, telling: notify(ctx, { deal: moved, people }, event, decision) }
}

/** A lapse counts from when it was due, however late it is applied. */
const enteredAt = (ctx: Ctx, deal: DealRow, told: Told): number =>
  told.by === 'lapse' ? (deal.due_at?.getTime() ?? ctx.now) : ctx.now

/** What was due in one state is not due in the next; a dispute's fees stay due until its end. */
async function closePayInsOf(ctx: Ctx, deal: DealRow, to: DealRow['status']): Promise<void> {
  const payable = ['agreed', 'disputed', 'negotiating', 'mediation'] as const
  const had = (payable as readonly string[]).includes(deal.status)
  if (had && (deal.status === 'agreed' || isTerminal(to))) await closePayIns(ctx.tx, deal.id)
}

async function writeDispute(ctx: Ctx, deal: DealRow, decision: Decision, told: Told): Promise<void> {
  const { dispute } = decision.next
  if (!dispute) return
  if (decision.row.opens) {
    await insertDispute(ctx.tx, {
      deal_id: deal.id,
      complainant: dispute.complainant,
      filed_at: new Date(dispute.filedAt),
      reason: 'other',
      statement: '',
      ...told.dispute,
    })
    return
  }
  await updateDispute(ctx.tx, deal.id, {
    payer_fee_paise: dispute.feePaidPaise.payer,
    payee_fee_paise: dispute.feePaidPaise.payee,
    escalated_by: [...dispute.escalatedBy],
    open_offer_id: dispute.offer?.id ?? null,
    ...(decision.fees.payer ? { payer_fee_fate: decision.fees.payer } : {}),
    ...(decision.fees.payee ? { payee_fee_fate: decision.fees.payee } : {}),
    ...told.dispute,
  })
}
