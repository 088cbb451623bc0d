/** Files of payouts as the console lists them. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { getPayoutBatch, PayoutBatch } from '#core/contract/payout-batches.ts'
import { Refusal } from '#core/errors.ts'
import { toIso } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import { findBatch, type ListedBatch, listBatches } from '#server/repositories/payout-batches.ts'
import { recordView } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { openFile } from '#server/services/money/payout-address.ts'
import { spreadsheetText } from '#server/statements/spreadsheet.ts'
import { presentWaiting } from './waiting.ts'

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

/** As long as an account number is; amounts and days are shorter, codes have letters. */
const ACCOUNT_NUMBER = /\d{9,}/g

/**
 * The very bytes that are approved, made readable: what the layout made of the payouts is seen, not what it was meant to.
 * Whoever has not approved it yet sees the ends of the accounts, as everywhere.
 */
export async function readBatchFile(ctx: UserCtx, id: string): Promise<Answer<typeof getPayoutBatch>> {
  const row = await findBatch(ctx.tx, id)
  if (!row) throw new Refusal('not_found')
  const bytes = await openFile(ctx, id, row.file_sealed)
  const text = row.file_name.endsWith('.xlsx') ? spreadsheetText(bytes) : bytes.toString('utf8')
  await recordView(ctx, { type: 'payout_batch', id })
  return {
    ...present(row, ctx.user.id),
    text: text.replace(ACCOUNT_NUMBER, (digits) => maskedAccount(digits)),
    payouts: await presentWaiting(ctx, id),
  }
}
