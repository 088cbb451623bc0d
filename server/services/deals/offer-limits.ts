/** How many offers one account may make and change: an hour, and to one person at a time. Others are told of each. */
import { Refusal, rateLimited } from '#core/errors.ts'
import { phoneField } from '#core/fields.ts'
import { HOUR_MS } from '#core/time.ts'
import { countOpenOffers, type DealRow } from '#server/repositories/deals.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { UserCtx } from '#server/services/context.ts'

const OFFERS_AN_HOUR = 60
const OPEN_OFFERS_TO_ONE = 5
const EDITS_AN_HOUR = 30

/**
 * Counted in the offer's own transaction: a refused one does not count. The counter's row stays locked until the
 * commit, so offers that are made at the same moment see each other.
 */
export async function limitOffers(ctx: UserCtx, phone: string, limitFactor: number): Promise<void> {
  const [{ current, ttl }, open] = await Promise.all([
    countHit(ctx.tx, `offers ${ctx.user.id}`, HOUR_MS),
    countOpenOffers(ctx.tx, ctx.user.id, phone),
  ])
  if (current > OFFERS_AN_HOUR * limitFactor) throw rateLimited(Math.ceil(ttl / 1_000))
  if (open >= OPEN_OFFERS_TO_ONE * limitFactor) throw new Refusal('offers_open')
}

interface Edit {
  readonly deal: Pick<DealRow, 'id' | 'counterparty_phone'>
  /** Whom the changed terms name; as untrusted as the rest of the body. */
  readonly phone: unknown
}

/** To another phone it is an offer to somebody else: without this, offers to anybody could all be turned to one person. */
export async function limitEdits(ctx: UserCtx, { deal, phone }: Edit, limitFactor: number): Promise<void> {
  const { current, ttl } = await countHit(ctx.tx, `edits ${deal.id}`, HOUR_MS)
  if (current > EDITS_AN_HOUR * limitFactor) throw rateLimited(Math.ceil(ttl / 1_000))
  // as the terms will have it: one number is written in many ways
  const named = phoneField.safeParse(phone)
  if (named.success && named.data !== deal.counterparty_phone) await limitOffers(ctx, named.data, limitFactor)
}
