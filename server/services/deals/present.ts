/** A deal as one of its viewers sees it. Everything derived: actions from the table, money from the ledger. */
import { cancellationParts, releaseParts } from '../../../core/charges.ts'
import type { Deal } from '../../../core/contract/deals.ts'
import { judgeTracking, trackingUrl } from '../../../core/couriers.ts'
import { Refusal } from '../../../core/errors.ts'
import { shareLink } from '../../../core/ids.ts'
import { allowedActions, whoseMove } from '../../../core/lifecycle/allowed.ts'
import type { DealFacts } from '../../../core/lifecycle/facts.ts'
import { fieldsOf } from '../../../core/lifecycle/inputs.ts'
import { toIso } from '../../../core/time.ts'
import { type DealView, type SeenUser, viewOf } from '../../repositories/deal-view.ts'
import type { DealRow, Loaded } from '../../repositories/deals.ts'
import type { Ctx } from '../context.ts'
import { presentFiles } from '../files/present.ts'
import { papersReady } from '../papers/ready.ts'
import { dueFrom } from '../payments/due.ts'
import { presentPayIn } from '../payments/present.ts'
import { factsOf } from './facts.ts'
import { presentDispute } from './present-dispute.ts'
import type { Viewer } from './viewer.ts'

const iso = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()))

export async function presentDeal(ctx: Ctx, loaded: Loaded, viewer: Viewer): Promise<Deal> {
  const { deal } = loaded
  const facts = await factsOf(ctx, loaded)
  const [view, dispute] = await Promise.all([viewOf(ctx.tx, deal), presentDispute(ctx, loaded, facts)])
  const backTo = view.payouts.filter(({ purpose }) => purpose !== 'release').map(({ party }) => party)
  const open = view.open_pay_ins.find((one) => one.party === viewer)
  return {
    ...head(ctx, deal, facts, viewer),
    terms: deal.terms,
    policy: { ...facts.policy, calendar: undefined },
    parties: parties(deal, view.people, viewer),
    actions: allowedActions(facts, viewer, ctx.now).map((name) => ({
      name,
      fields: [...fieldsOf(name, deal.track)],
    })),
    events: view.events.map((event) => ({
      seq: event.seq,
      name: event.name,
      at: toIso(event.at.getTime()),
      by: event.by,
      terms_version: event.terms_version,
      data: event.data,
      hash: event.hash,
    })),
    money: money(deal, facts, view.movements),
    payouts: payouts(deal, view.payouts, viewer),
    to_pay: toPay(facts, viewer),
    payment: open ? presentPayIn(ctx.house, open) : null,
    dispute,
    files: presentFiles(view.files, viewer),
    papers: papersReady(loaded, viewer, { arrived: view.arrived, backTo }),
  }
}

function head(ctx: Ctx, deal: DealRow, facts: DealFacts, viewer: Viewer) {
  const isReturnSeen = deal.return_courier !== null && deal.return_tracking_number !== null
  const isSent = deal.courier !== null && deal.tracking_number !== null
  return {
    form_pk: deal.id,
    link: shareLink(ctx.house.publicUrl, deal.track, deal.id),
    track: deal.track,
    status: deal.status,
    terms_version: deal.terms_version,
    me: viewer,
    creator: facts.creator,
    whose_move: whoseMove(facts),
    due_at: iso(deal.due_at),
    due_event: deal.due_event,
    now: toIso(ctx.now),
    tracking: isSent ? parcel(deal.courier ?? '', deal.tracking_number ?? '') : null,
    return_tracking: isReturnSeen
      ? parcel(deal.return_courier ?? '', deal.return_tracking_number ?? '')
      : null,
    handover_code: viewer === 'payer' && deal.status === 'in_delivery' ? deal.handover_code : null,
    extension_to: iso(deal.extension_to),
    chat_url: ctx.house.chatUrl?.replace('{form_pk}', deal.id) ?? null,
  }
}

const parcel = (courier: string, number: string) => ({
  courier,
  tracking_number: number,
  url: trackingUrl(courier, number),
  unusual: judgeTracking(courier, number) === 'unusual',
})

function toPay(facts: DealFacts, viewer: Viewer): Deal['to_pay'] {
  const due = dueFrom(viewer, facts)
  return due instanceof Refusal ? null : { purpose: due.purpose, amount_paise: due.amountPaise }
}

/** What the ledger says now: credited so far to each, and still held. */
function money(deal: DealRow, facts: DealFacts, movements: DealView['movements']): Deal['money'] {
  const of = (account: string): number => movements[account] ?? 0
  return {
    amount_paise: deal.amount_paise,
    held_paise: of(`hold:${deal.id}`),
    payee_paise: deal.payee_id === null ? 0 : of(`payable:${deal.payee_id}`),
    payer_paise: deal.payer_id === null ? 0 : of(`payable:${deal.payer_id}`),
    commission_paise: of('commission'),
    dispute_fees_paise:
      of(`fee_hold:${deal.id}:payer`) + of(`fee_hold:${deal.id}:payee`) + of('dispute_fees'),
    release_payee_paise: releaseParts(facts.amountPaise, facts.commissionBasisPoints).payeePaise,
    cancellation_fee_paise: cancellationParts(facts.amountPaise, facts.cancellationFeeBasisPoints).payeePaise,
    commission_basis_points: facts.commissionBasisPoints,
  }
}

function payouts(deal: DealRow, rows: DealView['payouts'], viewer: Viewer): Deal['payouts'] {
  if (deal.ended_at === null && deal.funded_at !== null) return []
  return rows
    .filter((row) => viewer === 'team' || row.party === viewer)
    .map((row) => ({ to: row.party, amount_paise: row.amount_paise, status: row.status }))
}

const fullName = (user: SeenUser | undefined): string => (user ? `${user.first_name} ${user.last_name}` : '')

function parties(deal: DealRow, people: readonly SeenUser[], viewer: Viewer): Deal['parties'] {
  const payer = people.find(({ id }) => id === deal.payer_id)
  const payee = people.find(({ id }) => id === deal.payee_id)
  const named = String(deal.terms.cpty_full_name ?? '')
  const phone = (user: SeenUser | undefined, party: Viewer) =>
    user?.is_deleted
      ? null
      : viewer === party
        ? (user?.phone_number ?? null)
        : (user?.phone_number ?? deal.counterparty_phone)
  return {
    payer: { name: fullName(payer) || named, phone_number: phone(payer, 'payer') },
    payee: {
      name: fullName(payee) || String(deal.terms.cpty_company ?? ''),
      phone_number: phone(payee, 'payee'),
      business_name: payee?.business_name ?? (deal.terms.cpty_company as string | undefined) ?? null,
    },
  }
}
