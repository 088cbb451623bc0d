/** Who is in a deal and what it is about, as emails, notifications and documents need it. */
import type { NoticeMail } from '#core/contract/notifications.ts'
import type { Track } from '#core/ids.ts'
import type { Moving } from '#core/lifecycle/allowed.ts'
import { otherParty, type Party } from '#core/lifecycle/states.ts'
import { dealLink, shortLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import { findPeople, type PersonRow, type UserRow } from '#server/repositories/users.ts'
import { isEmailTrusted } from '#server/services/authorisation.ts'
import { type Ctx, sessionUser } from '#server/services/context.ts'
import { viewerOf } from './viewer.ts'

/** Hours of India from 0 to 23; over midnight where `from` is the later one. */
export interface QuietHours {
  readonly from: number
  readonly until: number
}

export interface Participant {
  /** null: named in the offer, or the account was deleted. */
  readonly id: number | null
  /** "Ravi Traders (Ravi Shah)" of whoever sells as a shop: another name than the deal's would look like fraud. */
  readonly name: string
  readonly firstName: string
  readonly email: string | null
  readonly locale: Locale
  /** Null where no hours were chosen. */
  readonly quiet: QuietHours | null
  /** Which emails about deals they get. */
  readonly mail: NoticeMail
}

export interface DealParticipants {
  readonly dealId: string
  readonly track: Track
  readonly title: string
  readonly amountPaise: number
  readonly commissionBasisPoints: number
  readonly payer: Participant
  readonly payee: Participant
  readonly creator: Party
  /** Accepted: both parties stay in it from then on. */
  readonly isAgreed: boolean
  /** By an offer link, of which its payee agreed to every taking when it was made. */
  readonly isFromLink: boolean
  readonly publicUrl: string
}

export const fromUser = (ctx: Pick<Ctx, 'settings'>, user: UserRow): Participant => ({
  id: user.deleted_at ? null : user.id,
  name: `${user.first_name} ${user.last_name}`,
  firstName: user.first_name,
  // an address that is not proved may be a stranger's, who must not read about the deal
  email: user.deleted_at || !isEmailTrusted(ctx, user) ? null : user.email,
  locale: user.locale,
  quiet: quietOf(user),
  mail: user.notice_mail,
})

const shopName = ({ business_name, first_name, last_name }: UserRow): string =>
  `${business_name} (${first_name} ${last_name})`

export const quietOf = ({
  quiet_from: from,
  quiet_until: until,
}: Pick<UserRow, 'quiet_from' | 'quiet_until'>): QuietHours | null =>
  from === null || until === null ? null : { from, until }

/** The deal's page for its participants, the offer for whoever has not accepted it yet. /verify takes both. */
export function linkFor(participants: DealParticipants, view: Moving, locale: Locale): string {
  const { publicUrl, dealId, isAgreed, creator } = participants
  const isParticipant = isAgreed || view === creator || view === 'team'
  return isParticipant ? dealLink(publicUrl, locale, dealId) : shortLink(publicUrl, dealId)
}

type DealSides = Pick<
  DealRow,
  'track' | 'creator_id' | 'payer_id' | 'payee_id' | 'counterparty_phone' | 'counterparty_id'
>

const creatorSideOf = ({ track }: DealSides): Party => (track === 'shopping' ? 'payer' : 'payee')
const otherIdOf = (deal: DealSides): number | null =>
  creatorSideOf(deal) === 'payer' ? deal.payee_id : deal.payer_id

/** The accounts of a deal's people: its creator, who accepted it or has the offer, or else who has the phone it names. */
export function peopleOf(ctx: Pick<Ctx, 'tx'>, deal: DealSides): Promise<PersonRow[]> {
  const otherId = otherIdOf(deal) ?? deal.counterparty_id
  return otherId === null
    ? findPeople(ctx.tx, [deal.creator_id, null], deal.counterparty_phone)
    : findPeople(ctx.tx, [deal.creator_id, otherId], null)
}

export const participantsOf = async (ctx: Ctx, deal: DealRow): Promise<DealParticipants> =>
  participantsFrom(ctx, deal, await peopleOf(ctx, deal))

/** What is sold or made, in the words of its offer. */
export const titleOf = ({ terms }: Pick<DealRow, 'terms'>): string =>
  String(terms.service_details ?? terms.deliverables ?? '')

/** For callers that have loaded the accounts. */
export function participantsFrom(
  ctx: Pick<Ctx, 'settings'>,
  deal: DealRow,
  people: readonly UserRow[],
): DealParticipants {
  const creatorSide = creatorSideOf(deal)
  const otherId = otherIdOf(deal)
  const creator = required(people, deal.creator_id)
  const other =
    otherId === null
      ? people.find(
          ({ id, phone_number }) =>
            id === deal.counterparty_id ||
            (deal.counterparty_id === null && phone_number === deal.counterparty_phone),
        )
      : required(people, otherId)
  const sides = {
    [creatorSide]: fromUser(ctx, creator),
    [otherParty(creatorSide)]:
      other && (otherId !== null || viewerOf(ctx, deal, sessionUser(other)))
        ? fromUser(ctx, other)
        : invitedParticipant(deal, creator),
  } as Record<Party, Participant>
  const seller = deal.track === 'shopping' ? people.find(({ id }) => id === sides.payee.id) : undefined
  return {
    dealId: deal.id,
    track: deal.track,
    title: titleOf(deal),
    amountPaise: deal.amount_paise,
    commissionBasisPoints: deal.commission_basis_points,
    payer: sides.payer,
    payee: seller?.business_name ? { ...sides.payee, name: shopName(seller) } : sides.payee,
    creator: creatorSide,
    isAgreed: deal.agreed_at !== null,
    isFromLink: deal.terms.offer_link !== undefined,
    publicUrl: ctx.settings.publicUrl,
  }
}

function required(people: readonly UserRow[], id: number): UserRow {
  const user = people.find((person) => person.id === id)
  if (!user) throw new Error(`user ${id} does not exist`)
  return user
}

/** The other side by the name and address in the offer: nobody has accepted, and it is no account's. */
function invitedParticipant(deal: DealRow, creator: UserRow): Participant {
  const name = String(deal.terms.cpty_full_name ?? deal.terms.cpty_company ?? '')
  const email = typeof deal.terms.cpty_email === 'string' ? deal.terms.cpty_email : null
  return { id: null, name, firstName: name, email, locale: creator.locale, quiet: null, mail: 'all' }
}
