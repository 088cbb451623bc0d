/** A deal as one of its viewers sees it. Everything derived: actions from the table, money from the ledger. */
import { releaseParts } from '#core/charges.ts'
import type { Deal } from '#core/contract/deals.ts'
import { checkTrackingNumber, trackingUrl } from '#core/couriers.ts'
import { whoseMove } from '#core/lifecycle/allowed.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { shareLink } from '#core/links.ts'
import { reasonsForParties, waitOf } from '#core/payout-holds.ts'
import { toIso } from '#core/time.ts'
import { type DealPerson, type DealView, viewOf } from '#server/repositories/deal-view.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { isPaymentPaused } from '#server/services/circuit-breaker.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { availableDocuments } from '#server/services/deal/available-documents.ts'
import { type DealBalances, dealBalances } from '#server/services/deal/balances.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import type { ViewedDeal } from '#server/services/deal/load.ts'
import { shownWaitOfPayee } from '#server/services/deal/payee-account.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'
import { presentFiles } from '#server/services/files/present.ts'
import { claimFor } from '#server/services/money/present-claim.ts'
import { presentPayIn } from '#server/services/money/present-pay-in.ts'
import { foreseeWithholding } from '#server/services/money/withhold-tax.ts'
import { presentDispute } from './present-dispute.ts'
import { presentActions, presentLapse, presentPolicy, presentShares, toPay } from './present-facts.ts'
import { canBeRated } from './rate.ts'

const iso = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()))

/** `reading`: of a caller that reads what is shown in a message of its own. */
export async function presentDeal(
  ctx: UserCtx,
  loaded: ViewedDeal,
  reading?: Promise<DealView>,
): Promise<Deal> {
  const { deal, viewer } = loaded
  const facts = await factsOf(ctx, loaded)
  const [view, dispute] = await Promise.all([
    reading ?? viewOf(ctx.tx, deal),
    presentDispute(ctx, loaded, facts),
  ])
  const backTo = view.payouts.filter(({ purpose }) => purpose !== 'release').map(({ party }) => party)
  const balances = dealBalances(deal, view.movements)
  const withheld = await withheldOf(ctx, loaded, { facts, balances })
  const setOffPaise = setOffOf(view, viewer)
  const payIn = view.open_pay_ins.find(({ party }) => party === viewer)
  return {
    ...head(ctx, deal, facts, viewer),
    terms: deal.terms,
    policy: presentPolicy(facts),
    parties: parties(deal, view, viewer),
    actions: presentActions(facts, viewer, ctx.now),
    lapse: presentLapse(facts),
    events: view.events.map((event) => ({
      seq: event.seq,
      name: event.name,
      at: toIso(event.at.getTime()),
      by: event.by,
      terms_version: event.terms_version,
      data: event.data,
      hash: event.hash,
    })),
    money: { ...money(viewer, facts, balances), stray_paise: straysOf(view.payouts) },
    ...(withheld ? { withheld } : {}),
    ...(setOffPaise > 0 ? { set_off_paise: setOffPaise } : {}),
    paid_out: { payer: isPaidOut(view, 'payer'), payee: isPaidOut(view, 'payee') },
    payouts: payouts(deal, view.payouts, viewer),
    ...payoutWaits(deal, view.payouts),
    ...(facts.status === 'agreed' ? await shownWaitOfPayee(ctx, deal.payee_id) : { payee_waits: null }),
    // a QR code on the page would be paid; it is nobody's turn, and a day to pay is kept open
    ...(isPaymentPaused(facts)
      ? { payments_paused: true, to_pay: null, payment: null, whose_move: [], lapse: null }
      : { to_pay: toPay(facts, viewer), payment: payIn ? presentPayIn(payIn) : null }),
    payment_claim: claimFor(view.claim, viewer, deal.status),
    dispute,
    files: presentFiles(ctx, view.files, viewer),
    rating: rating(loaded, view),
    papers: availableDocuments(loaded, viewer, { arrived: view.arrived, backTo }),
  }
}

function head(ctx: Ctx, deal: DealRow, facts: DealFacts, viewer: Viewer) {
  const isReturnShipped = deal.return_courier !== null && deal.return_tracking_number !== null
  const isShipped = deal.courier !== null && deal.tracking_number !== null
  return {
    form_pk: deal.id,
    link: shareLink(ctx.settings.publicUrl, deal.track, deal.id),
    track: deal.track,
    status: deal.status,
    terms_version: deal.terms_version,
    me: viewer,
    creator: facts.creator,
    whose_move: whoseMove(facts),
    // while it stands still no deadline passes
    due_at: facts.frozenSince === null ? iso(deal.due_at) : null,
    due_event: facts.frozenSince === null ? deal.due_event : null,
    now: toIso(ctx.now),
    tracking: isShipped ? parcel(deal.courier ?? '', deal.tracking_number ?? '') : null,
    return_tracking: isReturnShipped
      ? parcel(deal.return_courier ?? '', deal.return_tracking_number ?? '')
      : null,
    handover_code: viewer === 'payer' && deal.status === 'in_delivery' ? deal.handover_code : null,
    extension_to: iso(deal.extension_to),
    chat_url: ctx.settings.chatUrl?.replace('{form_pk}', deal.id) ?? null,
  }
}

const parcel = (courier: string, number: string) => ({
  courier,
  tracking_number: number,
  url: trackingUrl(courier, number),
  unusual: checkTrackingNumber(courier, number) === 'wrong',
})

/** One that came back from the bank goes again, by a payout of its own. */
function straysOf(rows: DealView['payouts']): Deal['money']['stray_paise'] {
  const strays = rows.filter(({ purpose, status }) => purpose === 'stray' && status !== 'returned')
  const sumFor = (side: Party): number =>
    strays.filter(({ party }) => party === side).reduce((sum, row) => sum + row.amount_paise, 0)
  return { payer: sumFor('payer'), payee: sumFor('payee') }
}

/** What the ledger says now: credited so far to each, and still held. */
function money(viewer: Viewer, facts: DealFacts, balances: DealBalances): Omit<Deal['money'], 'stray_paise'> {
  return {
    ...presentShares(facts),
    held_paise: balances.heldPaise,
    // what was withheld was paid in the payee's name: how much it was is their business
    payee_paise: balances.payeePaise + (viewer === 'payer' ? balances.tdsPaise + balances.tcsPaise : 0),
    payer_paise: balances.payerPaise,
    commission_paise: balances.commissionPaise,
    dispute_fees_paise: balances.disputeFeesPaise,
  }
}

async function withheldOf(
  ctx: Ctx,
  { deal, viewer }: ViewedDeal,
  { facts, balances }: { facts: DealFacts; balances: DealBalances },
): Promise<Deal['withheld']> {
  if (viewer === 'payer') return undefined
  const { tdsPaise, tcsPaise } = balances
  if (deal.ended_at !== null)
    return tdsPaise + tcsPaise === 0
      ? undefined
      : { tds_paise: tdsPaise, tcs_paise: tcsPaise, reason: null, final: true }
  // of an offer of goods the seller has looked at
  const payeeId = deal.payee_id ?? (deal.track === 'shopping' ? deal.counterparty_id : null)
  const parts = releaseParts(facts.amountPaise, facts.commissionBasisPoints)
  const foreseen = await foreseeWithholding(ctx, { ...deal, payeeId }, parts)
  if (!foreseen) return undefined
  const { reason } = foreseen
  return { tds_paise: foreseen.tdsPaise, tcs_paise: foreseen.tcsPaise, reason, final: false }
}

const setOffOf = ({ set_off }: DealView, party: Viewer): number =>
  (party === 'payee' ? set_off.release : party === 'payer' ? set_off.refund : 0) ?? 0

/** What was set against their debt has arrived: there may be nothing left to send. */
function isPaidOut(view: DealView, party: Party): boolean {
  // for one that came back another was made
  const own = view.payouts.filter((row) => row.party === party && row.status !== 'returned')
  return own.length + setOffOf(view, party) > 0 && own.every(({ status }) => status === 'paid')
}

function payouts(deal: DealRow, rows: DealView['payouts'], viewer: Viewer): Deal['payouts'] {
  const isUnderWay = deal.ended_at === null && deal.funded_at !== null
  return (
    rows
      .filter((row) => viewer === 'team' || row.party === viewer)
      // what did not fit went back at once, whatever becomes of the deal
      .filter((row) => !isUnderWay || row.purpose === 'stray')
      .map((row) => ({
        to: row.party,
        purpose: row.purpose,
        pay_in_purpose: row.pay_in_purpose,
        amount_paise: row.amount_paise,
        status: row.status,
        held_because: viewer === 'team' ? row.held_because : reasonsForParties(row.held_because),
        held_until: iso(row.held_until),
      }))
  )
}

/** Both sides read of both parts how far they are: "on its way" of one that waits for days would be untrue. */
function payoutWaits(deal: DealRow, rows: DealView['payouts']): Pick<Deal, 'payout_waits'> {
  if (deal.ended_at === null) return {}
  const waits = PARTIES.flatMap((to) => {
    const wait = waitOf(rows.filter(({ party, purpose }) => party === to && isOutcome(purpose)))
    return wait ? [{ to, until: iso(wait.until) }] : []
  })
  return waits.length > 0 ? { payout_waits: waits } : {}
}
const PARTIES: readonly Party[] = ['payer', 'payee']
const isOutcome = (purpose: string): boolean => purpose === 'release' || purpose === 'refund'

const fullName = (user: DealPerson | undefined): string =>
  user ? `${user.first_name} ${user.last_name}` : ''

function rating({ deal, viewer }: ViewedDeal, view: DealView): Deal['rating'] {
  if (viewer === 'team') return { open: false, given: null }
  const given = view.ratings_given[String(viewer === 'payer' ? deal.payer_id : deal.payee_id)] ?? null
  return { open: given === null && canBeRated(deal), given }
}

function parties(
  deal: DealRow,
  { people, payee_bank_name, ratings }: Pick<DealView, 'people' | 'payee_bank_name' | 'ratings'>,
  viewer: Viewer,
): Deal['parties'] {
  const payer = people.find(({ id }) => id === deal.payer_id)
  const payee = people.find(({ id }) => id === deal.payee_id)
  const named = String(deal.terms.cpty_full_name ?? '')
  const phone = (user: DealPerson | undefined, party: Viewer) =>
    user?.is_deleted
      ? null
      : viewer === party
        ? (user?.phone_number ?? null)
        : user
          ? user.phone_number
          : deal.counterparty_phone
  const again = (id: number | null) => ratings[String(id)] ?? { yes: 0, of: 0 }
  return {
    payer: {
      name: fullName(payer) || named,
      phone_number: phone(payer, 'payer'),
      again: again(deal.payer_id),
    },
    payee: {
      name: fullName(payee) || String(deal.terms.cpty_company ?? ''),
      phone_number: phone(payee, 'payee'),
      again: again(deal.payee_id ?? deal.counterparty_id),
      verified_name: deal.payee_id === null ? null : payee_bank_name,
      business_name: payee?.business_name ?? (deal.terms.cpty_company as string | undefined) ?? null,
    },
  }
}
