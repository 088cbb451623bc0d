/** Who somebody is in a deal, decided from our own rows alone; null for a stranger. */
import type { UserType } from '#core/fields.ts'
import type { Track } from '#core/ids.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { isPhoneTrusted } from '#server/services/account/verified.ts'
import { type Ctx, isTeam, type SessionUser } from '#server/services/context.ts'

export type Viewer = Party | 'team'

/** The role that may take the other side of an offer, and that side. */
const COUNTERPARTY: Readonly<Record<Track, { role: UserType; party: Party }>> = {
  shopping: { role: 'Seller', party: 'payee' },
  services: { role: 'Client', party: 'payer' },
}

/** Until somebody accepted, the other side is whoever has the role and has proved the phone that the creator named. */
export function viewerOf(ctx: Pick<Ctx, 'settings'>, deal: DealRow, user: SessionUser): Viewer | null {
  if (user.id === deal.payer_id) return 'payer'
  if (user.id === deal.payee_id) return 'payee'
  if (isTeam(user)) return 'team'
  const { role, party } = COUNTERPARTY[deal.track]
  const isNamed =
    deal.agreed_at === null &&
    user.userType === role &&
    user.phoneNumber === deal.counterparty_phone &&
    isPhoneTrusted(ctx, user)
  return isNamed ? party : null
}

/** The track in which a role is the one that is offered deals; null for roles that make the offers. */
export const offeredTrack = (role: UserType): Track | null =>
  role === 'Seller' ? 'shopping' : role === 'Client' ? 'services' : null
