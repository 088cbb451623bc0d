/** Files of payouts as the console lists them. */
import type { PayoutBatch } from '#core/contract/payout-batches.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { findBatch, type ListedBatch, listBatches } from '#server/repositories/payout-batches.ts'
import type { UserCtx } from '#server/services/context.ts'

const present = (row: ListedBatch, caller: number): PayoutBatch => ({
  id: row.id,
  bank_account: row.bank_account_id,
  format: row.format,
  state: row.state,
  file_name: row.file_name,
  sha256: row.file_sha256,
  count: row.count,
  total_paise: row.total_paise,
  made_by: row.maker,
  mine: row.made_by === caller,
  made_at: toIso(row.made_at.getTime()),
  approved_by: row.approver,
  downloaded_at: row.downloaded_at && toIso(row.downloaded_at.getTime()),
})

export const presentBatches = async (ctx: UserCtx): Promise<PayoutBatch[]> =>
  (await listBatches(ctx.tx)).map((row) => present(row, ctx.user.id))

export async function readBatch(ctx: UserCtx, id: string): Promise<PayoutBatch> {
  const row = await findBatch(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  return present(row, ctx.user.id)
}
