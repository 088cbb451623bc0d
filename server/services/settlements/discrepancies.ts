/** What the team does about what does not agree: one Admin says how it was settled, or two book it as the provider says. */
import { GATEWAY_FEES, gatewayAccount } from '#core/accounts.ts'
import type { SettlementDesk } from '#core/contract/settlements.ts'
import { Refusal } from '#core/errors.ts'
import { netPaise } from '#core/settlements.ts'
import { toIso } from '#core/time.ts'
import {
  type DiscrepancyRow,
  listDiscrepancies,
  lockDiscrepancy,
  updateDiscrepancy,
} from '#server/repositories/discrepancies.ts'
import type { Posting } from '#server/repositories/ledger.ts'
import {
  lastDays,
  listLines,
  listSettlements,
  type SettlementLineRow,
} from '#server/repositories/settlements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { mustPost } from '#server/services/money/post.ts'
import { feePosting } from './fee-posting.ts'

const isoOf = (at: Date | null): string | null => at && toIso(at.getTime())

/** A fee that differs, and an adjustment that we know nothing of: only these are costs. */
const isBookable = ({ kind, type }: DiscrepancyRow): boolean =>
  kind === 'fee' || (kind === 'theirs_only' && type === 'adjustment')

export async function presentSettlements(ctx: UserCtx): Promise<SettlementDesk> {
  const rows = await listDiscrepancies(ctx.tx)
  const settlements = await listSettlements(ctx.tx)
  return {
    discrepancies: rows.map((row) => ({
      ...{ id: row.id, provider: row.provider, kind: row.kind, type: row.type, reference: row.reference },
      ...{ ours_paise: row.ours_paise, theirs_paise: row.theirs_paise, note: row.note },
      ...{ opened_at: toIso(row.opened_at.getTime()), closed_at: isoOf(row.closed_at) },
      ...{ proposed_by: row.proposer, closed_by: row.closer, booked: row.transfer_id !== null },
      ...{ bookable: isBookable(row), mine: row.proposed_by === ctx.user.id },
    })),
    settlements: settlements.map((row) => ({
      ...{ provider: row.provider, settlement_id: row.settlement_id, utr: row.utr, day: row.day },
      ...{ amount_paise: row.amount_paise, fee_paise: row.fee_paise, lines: row.lines },
      bank: row.bank === null ? null : `${row.bank} ••${row.account?.slice(-4) ?? ''}`,
      arrived_on: row.line_date,
    })),
    reports: (await lastDays(ctx.tx)).map(({ provider, day, read_at }) => ({
      ...{ provider, day, read_at: toIso(read_at.getTime()) },
    })),
  }
}

/** Throws Refusal `not_found`, and `conflict` for one that is closed. */
async function lockOpen(ctx: UserCtx, id: number): Promise<DiscrepancyRow> {
  const row = await lockDiscrepancy(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  if (row.closed_at !== null) throw new Refusal('conflict')
  return row
}

/** How it was settled; no money moves. Throws Refusal `not_found`, `conflict`. */
export async function closeDiscrepancy(ctx: UserCtx, id: number, note: string): Promise<{ state: 'closed' }> {
  const row = await lockOpen(ctx, id)
  const changes = { note, proposed_by: null, closed_at: new Date(ctx.now), closed_by: ctx.user.id }
  await updateDiscrepancy(ctx.tx, id, changes)
  await audit(ctx, 'discrepancy_closed', row, note)
  return { state: 'closed' }
}

/**
 * What the provider took or gave is our cost. The first Admin asks for it, the second books it. Throws Refusal `not_found`,
 * `conflict`, `wrong_state` for what is no cost, `forbidden` to whoever has asked.
 */
export async function bookDiscrepancy(
  ctx: UserCtx,
  id: number,
  note: string,
): Promise<{ state: 'proposed' | 'closed' }> {
  const row = await lockOpen(ctx, id)
  if (!isBookable(row)) throw new Refusal('wrong_state')
  if (row.proposed_by === null) {
    await updateDiscrepancy(ctx.tx, id, { proposed_by: ctx.user.id, note })
    await audit(ctx, 'discrepancy_proposed', row, note)
    return { state: 'proposed' }
  }
  if (row.proposed_by === ctx.user.id) throw new Refusal('forbidden')
  const posting = await postingOf(ctx, row)
  await mustPost(ctx, posting)
  const changes = { closed_at: new Date(ctx.now), closed_by: ctx.user.id, transfer_id: posting.id }
  await updateDiscrepancy(ctx.tx, id, changes)
  await audit(ctx, 'discrepancy_booked', row, note)
  return { state: 'closed' }
}

async function postingOf({ tx }: UserCtx, row: DiscrepancyRow): Promise<Posting> {
  const { provider, type, reference: id } = row
  const lines = await listLines(tx, provider, [id])
  const line = lines.find((each) => each.type === type)
  if (!line) throw new Error(`discrepancy ${row.id} without its line`)
  if (row.kind !== 'fee') return adjustmentPosting(line)
  return feePosting(provider, {
    ...{ type: line.type, id },
    ...{ feePaise: line.fee_paise, taxPaise: line.tax_paise },
  })
}

function adjustmentPosting(line: SettlementLineRow): Posting {
  const { provider, type, entity_id } = line
  const amountPaise = netPaise({ creditPaise: line.credit_paise, debitPaise: line.debit_paise })
  return {
    ...{ id: `${provider}:${type}:${entity_id}`, kind: 'gateway_adjustment' },
    entries: [
      { account: gatewayAccount(provider), amountPaise: -amountPaise },
      { account: GATEWAY_FEES, amountPaise },
    ],
  }
}

const audit = (
  ctx: UserCtx,
  action: 'discrepancy_proposed' | 'discrepancy_booked' | 'discrepancy_closed',
  row: DiscrepancyRow,
  note: string,
): Promise<void> =>
  recordAudit(ctx, {
    ...{ action, actor: ctx.user, subject: { type: 'discrepancy', id: String(row.id) } },
    before: null,
    after: {
      ...{ provider: row.provider, kind: row.kind, type: row.type, reference: row.reference, note },
      ...{ ours_paise: row.ours_paise, theirs_paise: row.theirs_paise },
    },
  })
