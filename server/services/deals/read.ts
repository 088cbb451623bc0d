/** Reads one deal, or all deals of a user. */

import { holdAccount } from '#core/accounts.ts'
import {
  type Deal,
  type DealListItem,
  type readHeld as heldEndpoint,
  isMyTurn,
} from '#core/contract/deals.ts'
import type { Answer } from '#core/contract/endpoint.ts'
import { photosIn } from '#core/described.ts'
import { whoseMove } from '#core/lifecycle/allowed.ts'
import { shareLink } from '#core/links.ts'
import { toIso } from '#core/time.ts'
import {
  type DealRow,
  findDeal,
  listDealsOf,
  listFundedOf,
  type MyQuery,
} from '#server/repositories/deals.ts'
import { balancesOf } from '#server/repositories/ledger.ts'
import { countUnread } from '#server/repositories/notifications.ts'
import { dealsClaimedBy } from '#server/repositories/payment-claims.ts'
import { isPhoneTrusted } from '#server/services/authorisation.ts'
import { isPaymentPaused } from '#server/services/circuit-breaker.ts'
import { isTeam, type UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { getDealFor, viewDealFor } from '#server/services/deal/load.ts'
import { titleOf } from '#server/services/deal/participants.ts'
import { offeredTracks, viewerOf } from '#server/services/deal/viewer.ts'
import { presentDeal } from './present.ts'

export const readDeal = async (ctx: UserCtx, id: string): Promise<Deal> =>
  presentDeal(ctx, await getDealFor(ctx, id))

/** A deal that this transaction has at hand. */
export const showDeal = async (ctx: UserCtx, deal: DealRow): Promise<Deal> =>
  presentDeal(ctx, await viewDealFor(ctx, deal))

export async function listMyDeals(
  ctx: UserCtx,
  query: MyQuery,
): Promise<{ rows: DealListItem[]; total: number }> {
  const me = {
    id: ctx.user.id,
    phone: ctx.user.phoneNumber,
    // what names a number that is not proved is nobody's to see
    offeredTracks: isPhoneTrusted(ctx, ctx.user) ? offeredTracks(ctx.user) : [],
  }
  const { rows, total } = await listDealsOf(ctx.tx, me, query)
  const claimed = await dealsClaimedBy(
    ctx.tx,
    ctx.user.id,
    rows.filter(isPaidNext).map(({ id }) => id),
  )
  return {
    total,
    rows: await Promise.all(rows.map((deal) => listItem(ctx, deal, claimed.has(deal.id)))),
  }
}

/** What is waited for may be a payment: the amount, or the fee of a dispute. */
const isPaidNext = ({ status }: DealRow): boolean => status === 'agreed' || status === 'disputed'

/** More than these are not counted: the number only has to say that there is enough to do. */
const MOST_TURNS = 100

/** The team has no deals of its own: what it is told is what needs it. */
export async function countWhatNeedsMe(ctx: UserCtx): Promise<{ unread: number; needs_me: number }> {
  const { unread, ofNoDeal } = await countUnread(ctx.tx, ctx.user.id)
  return { unread, needs_me: isTeam(ctx.user) ? unread : ofNoDeal + (await countMyTurns(ctx)) }
}

/** In how many running deals I am to act next. */
async function countMyTurns(ctx: UserCtx): Promise<number> {
  const { rows } = await listMyDeals(ctx, { page: 1, page_size: MOST_TURNS, show: 'open' })
  return rows.filter(isMyTurn).length
}

async function listItem(ctx: UserCtx, deal: DealRow, isClaimed: boolean): Promise<DealListItem> {
  // whose move it is depends on the dispute; few deals have one, so it is not joined
  const loaded = deal.disputed_at ? await findDeal(ctx.tx, deal.id) : { deal, dispute: null }
  const facts = await factsOf(ctx, loaded ?? { deal, dispute: null })
  const { terms } = deal
  const me = viewerOf(ctx, deal, ctx.user) === 'payee' ? 'payee' : 'payer'
  const creator = `${terms.main_user_fname} ${terms.main_user_lname}`
  const counterparty = String(terms.cpty_company ?? terms.cpty_full_name ?? '')
  return {
    form_pk: deal.id,
    link: shareLink(ctx.settings.publicUrl, deal.track, deal.id),
    track: deal.track,
    me,
    title: titleOf(deal),
    photo: photosIn(terms)[0]?.id ?? null,
    other_party: deal.creator_id === ctx.user.id ? counterparty : creator,
    amount: deal.amount_paise / 100,
    amount_paise: deal.amount_paise,
    status: deal.status,
    due_at: deal.due_at && deal.frozen_since === null ? toIso(deal.due_at.getTime()) : null,
    due_event: deal.due_event,
    whose_move: isPaymentPaused(facts) ? [] : whoseMove(facts),
    payment_claimed: isClaimed,
    created_at: toIso(deal.created_at.getTime()),
  }
}

/** By the holds themselves: a status says what should be there, the ledger what is. Without what a bank has taken back. */
export async function readHeld(ctx: UserCtx): Promise<Answer<typeof heldEndpoint>> {
  const deals = await listFundedOf(ctx.tx, ctx.user.id)
  const balances = await balancesOf(
    ctx.tx,
    deals.map(({ id }) => holdAccount(id)),
  )
  const sumOf = (isMine: boolean): number =>
    deals
      .filter(({ payer_id }) => (payer_id === ctx.user.id) === isMine)
      .reduce((sum, { id, taken_paise }) => sum + (balances.get(holdAccount(id)) ?? 0) - taken_paise, 0)
  return { by_me_paise: sumOf(true), for_me_paise: sumOf(false) }
}
