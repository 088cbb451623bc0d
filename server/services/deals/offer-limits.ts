/** How often one account may make, change and take offers and propose something in a deal. Others are told of each. */
import { Refusal, rateLimited } from '#core/errors.ts'
import { phoneField } from '#core/fields.ts'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import { countOpenOffers, type DealRow } from '#server/repositories/deals.ts'
import type { OfferLinkRow } from '#server/repositories/offer-links.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { UserCtx } from '#server/services/context.ts'

const OFFERS_AN_HOUR = 60
const OPEN_OFFERS_TO_ONE = 5
const EDITS_AN_HOUR = 30
/** Of one link by one buyer, beyond the pieces that they may have of it: those that they gave back. */
const TAKES_GIVEN_BACK_A_DAY = 5
const PROPOSALS_A_DAY = 20

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

interface Taking {
  readonly link: Pick<OfferLinkRow, 'id' | 'per_buyer'>
  readonly phone: string
}

/** An offer to the link's seller. A piece that is given back is there to be taken again, so that its stock limits nobody. */
export async function limitTakes(ctx: UserCtx, { link, phone }: Taking, limitFactor: number): Promise<void> {
  const [{ current, ttl }] = await Promise.all([
    countHit(ctx.tx, `takes ${link.id} ${ctx.user.id}`, DAY_MS),
    limitOffers(ctx, phone, limitFactor),
  ])
  if (current > (link.per_buyer + TAKES_GIVEN_BACK_A_DAY) * limitFactor)
    throw rateLimited(Math.ceil(ttl / 1_000))
}

/** A proposal replaces the open one, as often as its maker likes. */
export async function limitProposals(ctx: UserCtx, dealId: string, limitFactor: number): Promise<void> {
  const { current, ttl } = await countHit(ctx.tx, `proposals ${dealId} ${ctx.user.id}`, DAY_MS)
  if (current > PROPOSALS_A_DAY * limitFactor) throw rateLimited(Math.ceil(ttl / 1_000))
}
