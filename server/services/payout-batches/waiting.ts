/** What waits for a file or a hand, and where each goes. A rail that pays by hand knows the UPI id or the account alone. */

import { parseAccountAddress } from '#core/account-address.ts'
import type { HandPayout } from '#core/contract/payout-batches.ts'
import { toIso } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { listShown, listWaiting, type WaitingPayout } from '#server/repositories/payout-batches.ts'
import { recordListView } from '#server/services/audit/record.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { openAddress } from '#server/services/money/payout-address.ts'
import { lockForHand } from '#server/services/money/send-payout.ts'

/** As the rail would be told it. Throws when there is none: what is queued has a destination. */
export async function addressOf(ctx: Ctx, payout: WaitingPayout): Promise<string> {
  const { destination, destination_sealed: sealed } = payout
  const { user_id } = payout
  const address = sealed && user_id !== null ? await openAddress(ctx, user_id, sealed) : destination
  if (address === null) throw new Error(`payout ${payout.id} has no destination`)
  return address
}

/** Null when one of them may not go: each is judged, so that what changed is written for all. */
export async function lockAllForHand(
  ctx: Ctx,
  payouts: readonly Pick<PayoutRow, 'id' | 'target_id'>[],
): Promise<PayoutRow[] | null> {
  const rows: PayoutRow[] = []
  for (const payout of [...payouts].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const row = await lockForHand(ctx, payout)
    if (row) rows.push(row)
  }
  return rows.length === payouts.length ? rows : null
}

/** In whose name the money goes out: as the bank has it where it said so. */
export const payeeName = ({ bank_name, recipient, first_name, last_name }: WaitingPayout): string =>
  bank_name ?? recipient ?? `${first_name} ${last_name}`

export const codeOf = ({ id, code }: WaitingPayout): string => {
  if (code === null) throw new Error(`payout ${id} has no code: no statement could prove it`)
  return code
}

export async function listHandPayouts(ctx: UserCtx): Promise<HandPayout[]> {
  const waiting = [...(await listWaiting(ctx.tx)), ...(await listShown(ctx.tx))]
  await recordListView(
    ctx,
    'payouts by hand',
    waiting.map(({ id }) => id),
  )
  return Promise.all(
    waiting.map(async (payout) => ({ ...(await present(ctx, payout)), shown: shownOf(ctx, payout) })),
  )
}

function shownOf({ user }: UserCtx, { shown_to, shown_name, shown_at }: WaitingPayout): HandPayout['shown'] {
  if (shown_to === null || shown_at === null) return null
  return { to: shown_name ?? '', at: toIso(shown_at.getTime()), mine: shown_to === user.id }
}

/** Those that stand in a file. */
export async function presentWaiting(ctx: Ctx, batchId: string): Promise<HandPayout[]> {
  const waiting = (await listWaiting(ctx.tx)).filter(({ batch_id }) => batch_id === batchId)
  return Promise.all(waiting.map((payout) => present(ctx, payout)))
}

async function present(ctx: Ctx, payout: WaitingPayout): Promise<HandPayout> {
  const address = await addressOf(ctx, payout)
  return {
    id: payout.id,
    code: codeOf(payout),
    form_pk: payout.deal_id,
    name: payeeName(payout),
    amount_paise: payout.amount_paise,
    part_paise: payout.part_paise,
    shown: null,
    kind: parseAccountAddress(address) ? 'bank' : 'upi',
    destination: payout.address_masked ?? maskedAccount(address),
    batch_id: payout.batch_id,
    created_at: toIso(payout.created_at.getTime()),
  }
}
