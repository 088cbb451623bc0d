/** What files of payouts say of the account that they debit. */
import type { z } from 'zod'
import type { setPayoutFile as setEndpoint } from '#core/contract/payout-batches.ts'
import { Refusal } from '#core/errors.ts'
import { setPayoutFile } from '#server/repositories/payout-batches.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'

export async function choosePayoutFile(
  ctx: UserCtx,
  id: string,
  { ifsc, client_code, template }: z.output<typeof setEndpoint.body>,
): Promise<{ id: string }> {
  const payout_template = template && JSON.stringify(template)
  const isThere = await setPayoutFile(ctx.tx, id, { ifsc, client_code, payout_template })
  if (!isThere) throw new Refusal('not_found')
  await recordAudit(ctx, {
    action: 'payout_file_set',
    actor: ctx.user,
    subject: { type: 'bank_account', id },
    after: { ifsc, client_code, template },
  })
  return { id }
}
