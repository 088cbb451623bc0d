/** What a rail is asked to do for a payout, and how it is asked about it. */
import type { OutOrder, Rail } from '#server/rails/rail.ts'
import type { PayoutRow } from '#server/repositories/payments.ts'
import { findTarget } from '#server/repositories/payout-targets.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { openAddress } from './payout-address.ts'
import { payoutKey } from './payout-key.ts'
import { callsOfHeld, type PayoutCalls } from './release-held.ts'

/** Nobody where money goes back to a stranger. */
export type Owner = UserRow | undefined

/** A refund gives back the payment itself where the provider can; elsewhere it goes to where the payment came from. */
async function orderOf(ctx: Ctx, row: PayoutRow, { can }: Rail, owner: Owner): Promise<OutOrder> {
  const order = { key: payoutKey(row), amountPaise: row.amount_paise }
  if (row.refund_of !== null && !row.by_transfer && can.refundsPayments)
    return { ...order, how: { by: 'refund', paymentId: row.refund_of } }
  const { user_id: userId } = row
  if (userId === null) throw new Error(`payout ${row.id} goes out by hand`)
  const address = row.destination_sealed
    ? await openAddress(ctx, userId, row.destination_sealed)
    : row.destination
  if (address === null) throw new Error(`payout ${row.id} has no destination`)
  if (!owner) throw new Error(`payout ${row.id} without its owner`)
  return { ...order, how: { by: 'transfer', address, name: await nameOf(ctx, row, owner) } }
}

/** A deleted account has no name: its owner's stands with the target that two Admins have named. */
async function nameOf({ tx }: Ctx, { target_id }: PayoutRow, owner: UserRow): Promise<string> {
  const target = owner.deleted_at === null || target_id === null ? undefined : await findTarget(tx, target_id)
  return target?.bank_name ?? `${owner.first_name} ${owner.last_name}`
}

/** A release of what the provider holds is let go there; everything else is sent. */
export async function callsOf(ctx: Ctx, row: PayoutRow, rail: Rail, owner: Owner): Promise<PayoutCalls> {
  if (row.purpose === 'release' && row.hold_of !== null) return callsOfHeld(ctx, row, rail, row.hold_of)
  return {
    order: await orderOf(ctx, row, rail, owner),
    send: (order) => mustHave(rail.send, rail)(order),
    find: (order) => mustHave(rail.findOut, rail)(order),
  }
}

function mustHave<F extends (order: OutOrder) => unknown>(verb: F | undefined, rail: Rail): F {
  if (!verb) throw new Error(`${rail.name} sends no money by itself`)
  return verb.bind(rail) as F
}
