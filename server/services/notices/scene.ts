/** Who is in a deal and what it is about, as mails, notices and papers need it. */
import { dealLink, shareLink, type Track } from '../../../core/ids.ts'
import type { Moving } from '../../../core/lifecycle/allowed.ts'
import { otherParty, type Party } from '../../../core/lifecycle/states.ts'
import type { DealRow } from '../../repositories/deals.ts'
import { findPeople, type UserRow } from '../../repositories/users.ts'
import { sessionUser } from '../accounts/session.ts'
import type { Ctx } from '../context.ts'
import { viewerOf } from '../deals/viewer.ts'

export type Locale = 'en' | 'hi'

export interface Someone {
  /** null: named in the offer, without an account. */
  readonly id: number | null
  readonly name: string
  readonly firstName: string
  readonly email: string | null
  readonly locale: Locale
}

export interface Scene {
  readonly dealId: string
  readonly track: Track
  readonly title: string
  readonly amountPaise: number
  readonly payer: Someone
  readonly payee: Someone
  readonly creator: Party
  /** Accepted once: both are in it for good. */
  readonly isAgreed: boolean
  readonly publicUrl: string
}

export const someone = (user: UserRow): Someone => ({
  id: user.deleted_at ? null : user.id,
  name: `${user.first_name} ${user.last_name}`,
  firstName: user.first_name,
  email: user.deleted_at ? null : user.email,
  locale: user.locale,
})

/** Opens the deal after signing in: its page to who is in it, the offer to who has not accepted. /verify takes both. */
export function linkFor(scene: Scene, view: Moving, locale: Locale): string {
  const { publicUrl, track, dealId, isAgreed, creator } = scene
  const isIn = isAgreed || view === creator || view === 'team'
  return isIn ? dealLink(publicUrl, locale, dealId) : shareLink(publicUrl, track, dealId)
}

type Named = Pick<DealRow, 'track' | 'creator_id' | 'payer_id' | 'payee_id' | 'counterparty_phone'>

const creatorSideOf = ({ track }: Named): Party => (track === 'shopping' ? 'payer' : 'payee')
const otherIdOf = (deal: Named): number | null =>
  creatorSideOf(deal) === 'payer' ? deal.payee_id : deal.payer_id

/** The accounts of a deal's people: its creator, and who accepted it, or who has the phone that it was offered to. */
export function peopleOf(ctx: Pick<Ctx, 'tx'>, deal: Named): Promise<UserRow[]> {
  const otherId = otherIdOf(deal)
  return otherId === null
    ? findPeople(ctx.tx, [deal.creator_id, null], deal.counterparty_phone)
    : findPeople(ctx.tx, [deal.creator_id, otherId], null)
}

export const sceneOf = async (ctx: Ctx, deal: DealRow): Promise<Scene> =>
  sceneWith(ctx, deal, await peopleOf(ctx, deal))

/** The same with people that are at hand. */
export function sceneWith(ctx: Pick<Ctx, 'house'>, deal: DealRow, people: readonly UserRow[]): Scene {
  const creatorSide = creatorSideOf(deal)
  const otherId = otherIdOf(deal)
  const creator = required(people, deal.creator_id)
  const other =
    otherId === null
      ? people.find((user) => user.phone_number === deal.counterparty_phone)
      : required(people, otherId)
  const sides = {
    [creatorSide]: someone(creator),
    [otherParty(creatorSide)]:
      other && (otherId !== null || viewerOf(deal, sessionUser(other)))
        ? someone(other)
        : named(deal, creator),
  } as Record<Party, Someone>
  return {
    dealId: deal.id,
    track: deal.track,
    title: String(deal.terms.service_details ?? deal.terms.deliverables ?? ''),
    amountPaise: deal.amount_paise,
    payer: sides.payer,
    payee: sides.payee,
    creator: creatorSide,
    isAgreed: deal.agreed_at !== null,
    publicUrl: ctx.house.publicUrl,
  }
}

function required(people: readonly UserRow[], id: number): UserRow {
  const user = people.find((one) => one.id === id)
  if (!user) throw new Error(`user ${id} is gone`)
  return user
}

/** Until somebody accepts and unless an account has the phone and role that the creator named: the address he gave. */
function named(deal: DealRow, creator: UserRow): Someone {
  const name = String(deal.terms.cpty_full_name ?? deal.terms.cpty_company ?? '')
  const email = typeof deal.terms.cpty_email === 'string' ? deal.terms.cpty_email : null
  return { id: null, name, firstName: name, email, locale: creator.locale }
}
