/** Who of the team may decide a deal, and from which amount on two of them do. */
import { Refusal } from '#core/errors.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { sharesWithParties } from '#server/repositories/dispute-desk.ts'
import type { UserCtx } from '#server/services/context.ts'

/** Not in the plain sandbox, where one person tries the whole product. */
export const needsTwo = ({ settings }: UserCtx, { amount_paise }: DealRow): boolean =>
  settings.verification === 'on' && amount_paise >= settings.policy.twoDecideFromPaise

/** Whoever is of the deal, or is paid where a side of it is paid, would decide for themselves. */
export const isOwnCase = async (ctx: UserCtx, deal: DealRow): Promise<boolean> =>
  [deal.payer_id, deal.payee_id].includes(ctx.user.id) || sharesWithParties(ctx.tx, ctx.user.id, deal)

/** `isConfirmed`: a second person confirms what another one wrote. */
export async function requireMayDecide(ctx: UserCtx, deal: DealRow, isConfirmed: boolean): Promise<void> {
  if (await isOwnCase(ctx, deal)) throw new Refusal('own_case')
  if (!isConfirmed && needsTwo(ctx, deal)) throw new Refusal('second_person')
}
