/** Who somebody is in a deal, decided from our own rows alone; null for a stranger. Whichever of their roles is in use. */
import { TRACKS, type Track } from '#core/ids.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { UserType } from '#core/roles.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { isPhoneTrusted } from '#server/services/authorisation.ts'
import { type Ctx, isTeam, type SessionUser } from '#server/services/context.ts'

export type Viewer = Party | 'team'

/** The role that may take the other side of an offer, and that side. */
const COUNTERPARTY: Readonly<Record<Track, { role: UserType; party: Party }>> = {
  shopping: { role: 'Seller', party: 'payee' },
  services: { role: 'Client', party: 'payer' },
}

/**
 * Until somebody accepted, the other side is the account that the offer was made to. An open offer to a number that
 * nobody had is for whoever has the role and has proved that number; opening it makes it theirs (load.ts).
 */
export function viewerOf(ctx: Pick<Ctx, 'settings'>, deal: DealRow, user: SessionUser): Viewer | null {
  if (user.id === deal.payer_id) return 'payer'
  if (user.id === deal.payee_id) return 'payee'
  if (isTeam(user)) return 'team'
  const { role, party } = COUNTERPARTY[deal.track]
  const isNamed =
    deal.agreed_at === null &&
    user.roles.includes(role) &&
    isPhoneTrusted(ctx, user) &&
    (deal.counterparty_id === user.id || (isUnbound(deal) && user.phoneNumber === deal.counterparty_phone))
  return isNamed ? party : null
}

/** One that has ended is nobody's: whoever has the number later must not read it. */
export const isUnbound = (deal: DealRow): boolean =>
  deal.counterparty_id === null && deal.status === 'proposed'

/** Whether an account is one that an offer can be made to. */
export const canBeOffered = (
  ctx: Pick<Ctx, 'settings'>,
  track: Track,
  user: Pick<SessionUser, 'roles' | 'isPhoneVerified'>,
): boolean => user.roles.includes(COUNTERPARTY[track].role) && isPhoneTrusted(ctx, user)

/** The tracks in which somebody is offered deals by one of their roles. */
export const offeredTracks = ({ roles }: Pick<SessionUser, 'roles'>): Track[] =>
  TRACKS.filter((track) => roles.includes(COUNTERPARTY[track].role))

/** The role in which an offer is read by whom it is made to. */
export const readerRole = (track: Track): UserType => COUNTERPARTY[track].role
