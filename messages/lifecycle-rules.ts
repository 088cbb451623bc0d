/** The rows of the lifecycle table in words: who acts, under which condition, and where the held money goes. */
import type { Track } from '#core/ids.ts'
import type { Action, Guard, HoldTo, Who } from '#core/lifecycle/transitions.ts'
import { m } from './compiled/messages.js'
import { roleName } from './lifecycle-text.ts'

const roles = (track: Track | undefined) => ({
  payer: roleName('payer', track),
  payee: roleName('payee', track),
})

/** Who the table lets act; without a track in words that fit both. */
function whoText(who: Who, track?: Track): string {
  const { payer, payee } = roles(track)
  const isShopping = track === 'shopping'
  const creator = isShopping ? payer : payee
  const counterparty = isShopping ? payee : payer
  const texts: Readonly<Record<Who, string>> = {
    payer,
    payee,
    creator: track ? creator : m.chart_creator(),
    counterparty: track ? counterparty : m.chart_counterparty(),
    gateway: payer,
    either: m.who_either(),
    complainant: m.who_complainant(),
    respondent: m.who_respondent(),
    offer_taker: m.who_offer_taker(),
    team: m.who_team(),
  }
  return texts[who]
}

/** Of a row: what the gateway reports the payer did, but for what the team takes back at the match desk. */
export const actorOfRow = ({ action, by }: { action: Action; by: Who }, track?: Track): string =>
  whoText(action === 'unfund' || action === 'charged_back' ? 'team' : by, track)

/** Where the held money goes. */
export function holdText(hold: HoldTo, track?: Track): string {
  const names = roles(track)
  const texts: Readonly<Record<HoldTo, string>> = {
    refund: m.hold_refund(names),
    release: m.hold_release(names),
    cancellation: m.hold_cancellation(names),
    for_complainant: m.hold_for_complainant(),
    offer: m.hold_offer(),
    decision: m.hold_decision(),
    halves: m.hold_halves(),
    suspense: m.hold_suspense(),
    charged_back: m.hold_charged_back(),
  }
  return texts[hold]
}

/** The condition of a row, where readers have to know it; empty for the others. */
export function guardText(guard: Guard, track?: Track): string {
  const names = roles(track)
  const texts: Partial<Record<Guard, string>> = {
    payer_complained: m.guard_payer_complained(names),
    payee_complained: m.guard_payee_complained(names),
    complainant_fee_unpaid_payer: m.guard_complainant_fee_unpaid_payer(names),
    complainant_fee_unpaid_payee: m.guard_complainant_fee_unpaid_payee(names),
    unproven_delivery: m.guard_unproven_delivery(),
    unconfirmed_delivery: m.guard_unconfirmed_delivery(),
    extension_proposed: m.guard_extension_proposed(),
    more_time_once: m.guard_more_time_once(),
    nothing_delivered: m.guard_nothing_delivered(),
    changes_left: m.guard_changes_left(),
    other_escalated: m.guard_other_escalated(),
  }
  return texts[guard] ?? ''
}
