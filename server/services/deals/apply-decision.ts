/**
 * Writes a decision: the deal's row, its event, the dispute, the ledger, payouts and notifications, all in the caller's
 * transaction. Every change of a deal's state goes through here.
 */
import type { Insertable } from 'kysely'
import { Refusal } from '#core/errors.ts'
import type { Decision, Dispute } from '#core/lifecycle/facts.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { typesOfEvent } from '#core/webhooks.ts'
import type { DealTable, DisputeTable } from '#server/db/tables.ts'
import type { ViewedSides } from '#server/repositories/deal-view.ts'
import { type DealRow, type Loaded, moveDeal } from '#server/repositories/deals.ts'
import { insertDispute, updateDispute } from '#server/repositories/disputes.ts'
import type { NewEvent } from '#server/repositories/events.ts'
import { giveBackPiece } from '#server/repositories/offer-links.ts'
import { closePayIns } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'
import { columnsOf, date } from '#server/services/deal/facts.ts'
import { peopleOf } from '#server/services/deal/participants.ts'
import { waitForPayee } from '#server/services/deal/payee-account.ts'
import { complaintToken } from '#server/services/notifications/complaint-link.ts'
import { notify } from '#server/services/notifications/notify.ts'
import { reminderColumns } from '#server/services/notifications/reminder-schedule.ts'
import { queueMessages } from '#server/services/webhooks/queue-messages.ts'
import { settleFees, settleHold } from './settle.ts'

export interface EventInput {
  readonly name: string
  readonly by: NewEvent['by']
  readonly actorId: number | null
  readonly data: Record<string, unknown>
  /** Columns of the deal and of its dispute that belong to this action alone. */
  readonly deal?: Partial<Insertable<DealTable>>
  readonly dispute?: Partial<Insertable<DisputeTable>>
  /** Nobody is told of it. */
  readonly isQuiet?: boolean | undefined
  /** What is read of the deal afterwards: in the message of the last statement that writes it. */
  readonly read?: (deal: ViewedSides) => Promise<unknown>
}

export interface AppliedDecision {
  readonly deal: DealRow
  /** Resolves when every notification is composed: the caller awaits it, or leaves it to the commit, with which they leave. */
  readonly notified: Promise<void>
}

/** Applies a decision and waits until every notification is composed. */
export async function applyAndNotify(...decided: Parameters<typeof applyDecision>): Promise<DealRow> {
  const { deal, notified } = await applyDecision(...decided)
  await notified
  return deal
}

/**
 * Throws Refusal `conflict` when the deal has changed since it was loaded. The statements are sent together: the lock on
 * the deal orders them against other processes, and a failure of any rolls all of them back.
 */
export async function applyDecision(
  ctx: Ctx,
  loaded: Loaded,
  decided: Decision,
  input: EventInput,
): Promise<AppliedDecision> {
  const { deal } = loaded
  const decision = await withWait(ctx, { ...deal, ...input.deal }, decided)
  const { next } = decision
  const seq = deal.last_seq + 1
  const event = { seq, name: input.name, by: input.by, actorId: input.actorId, data: input.data }
  const changes = {
    ...columnsOf(next),
    ...reminderColumns(deal, next, enteredAt(ctx, deal, input)),
    ...input.deal,
    last_seq: seq,
    ...(decision.row.opens ? { disputed_at: date(ctx.now) } : {}),
    ...(isTerminal(next.status) ? { ended_at: date(ctx.now) } : {}),
  }
  const sides = { ...deal, ...input.deal }
  const moved = moveDeal(ctx.tx, deal, changes, {
    ...event,
    dealId: deal.id,
    at: ctx.now,
    termsVersion: next.termsVersion,
  })
  const written = Promise.all([
    writeDispute(ctx, deal, decision, input),
    decision.hold && settleHold(ctx, deal, decision.hold, decision.row.hold ?? 'refund'),
    settleFees(ctx, deal, decision),
    deal.status === next.status ? undefined : closePayInsOf(ctx, deal, next.status),
    isTerminal(next.status) && deal.funded_at === null ? giveBackPiece(ctx.tx, deal.id) : undefined,
  ])
  const [row, people, [, withheld], token] = await Promise.all([
    moved,
    peopleOf(ctx, sides),
    written,
    complaintToken(ctx, event),
    input.read && written.then(() => input.read?.(sides)),
  ])
  if (!row) throw new Refusal('conflict')
  const notified = Promise.all([
    input.isQuiet ? undefined : notify(ctx, { deal: row, people, token }, event, { ...decision, withheld }),
    queueMessages(ctx, people, {
      dealId: deal.id,
      seq,
      types: typesOfEvent({
        name: input.name,
        status: next.status,
        isNewStatus: deal.status !== next.status,
        opensDispute: decision.row.opens !== undefined,
      }),
    }),
  ])
  return { deal: row, notified: notified.then(() => undefined) }
}

/** What only an agreement has to wait for: whether its payee can be paid at all. */
async function withWait(
  ctx: Ctx,
  { status, payee_id: payeeId }: Pick<DealRow, 'status' | 'payee_id'>,
  decision: Decision,
): Promise<Decision> {
  if (decision.next.status !== 'agreed' || status === 'agreed') return decision
  return { ...decision, next: await waitForPayee(ctx, payeeId, decision.next) }
}

/** A lapse counts from when it was due, however late it is applied. */
const enteredAt = (ctx: Ctx, deal: DealRow, { by }: EventInput): number =>
  by === 'lapse' ? (deal.due_at?.getTime() ?? ctx.now) : ctx.now

/** What was due in one state is not due in the next; a dispute's fees stay due until its end. */
async function closePayInsOf(ctx: Ctx, deal: DealRow, to: DealRow['status']): Promise<void> {
  const payable: readonly DealRow['status'][] = ['agreed', 'disputed', 'negotiating', 'mediation']
  const hasEnded = deal.status === 'agreed' || isTerminal(to)
  if (payable.includes(deal.status) && hasEnded) await closePayIns(ctx.tx, deal.id)
}

async function writeDispute(
  ctx: Ctx,
  deal: DealRow,
  decision: Decision,
  { dispute: columns }: EventInput,
): Promise<void> {
  const { dispute } = decision.next
  if (!dispute) return
  if (decision.row.opens) return openDispute(ctx, deal, dispute, columns)
  await updateDispute(ctx.tx, deal.id, {
    payer_fee_paise: dispute.feePaidPaise.payer,
    payee_fee_paise: dispute.feePaidPaise.payee,
    escalated_by: [...dispute.escalatedBy],
    open_offer_id: dispute.offer?.id ?? null,
    ...(decision.fees.payer ? { payer_fee_fate: decision.fees.payer } : {}),
    ...(decision.fees.payee ? { payee_fee_fate: decision.fees.payee } : {}),
    ...columns,
  })
}

async function openDispute(
  ctx: Ctx,
  deal: DealRow,
  { complainant, filedAt }: Dispute,
  columns: EventInput['dispute'],
): Promise<void> {
  const { reason, statement } = columns ?? {}
  if (reason === undefined || statement === undefined)
    throw new Error('a dispute needs a reason and a statement')
  const filed = { deal_id: deal.id, complainant, filed_at: new Date(filedAt), reason, statement }
  await insertDispute(ctx.tx, { ...columns, ...filed })
}
