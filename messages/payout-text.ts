/** What a payout is for and why it waits, in words. */
import type { Locale } from '#core/locale.ts'
import type { HoldReason, PAYOUT_PURPOSES } from '#core/payout-holds.ts'
import { m } from './compiled/messages.js'

const HELD: Readonly<
  Record<HoldReason | 'team_check', (words: { until: string }, options?: { locale: Locale }) => string>
> = {
  no_target: m.payout_held_no_target,
  target_unverified: m.payout_held_target_unverified,
  cooling: m.payout_held_cooling,
  frozen: m.payout_held_frozen,
  contact_changed: m.payout_held_contact_changed,
  team_check: m.payout_held_team_check,
  velocity: m.payout_held_velocity,
  self_deal: m.payout_held_self_deal,
  no_source: m.payout_held_no_source,
  returned: m.payout_held_returned,
  four_eyes: m.payout_held_four_eyes,
  taken_back: m.payout_held_taken_back,
  provider_hold: m.payout_held_provider_hold,
}

/** `until`: the moment in words, where time alone ends it. */
export const heldText = (reason: HoldReason | 'team_check', until: string, locale?: Locale): string =>
  HELD[reason]({ until }, locale && { locale })

type Purpose = (typeof PAYOUT_PURPOSES)[number]

/** What was paid beside the outcome of the deal; the outcome itself needs no words. */
const BESIDE: Partial<Record<Purpose, (words: object, options?: { locale: Locale }) => string>> = {
  fee_back: m.payout_of_fee,
  tax_back: m.payout_of_tax,
  stray: m.payout_of_stray,
}

export const purposeText = (purpose: Purpose, locale?: Locale): string | undefined =>
  BESIDE[purpose]?.({}, locale && { locale })
