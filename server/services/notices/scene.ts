/** Who is in a deal and what it is about, as mails, notices and papers need it. */
import { dealLink, shareLink, type Track } from '../../../core/ids.ts'
import type { Moving } from '../../../core/lifecycle/allowed.ts'
import { otherParty, type Party } from '../../../core/lifecycle/states.ts'
import type { DealRow } from '../../repositories/deals.ts'
import { findUser, findUserByPhone, type UserRow } from '../../repositories/users.ts'
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

export async function sceneOf(ctx: Ctx, deal: DealRow): Promise<Scene> {
  const creatorSide: Party = deal.track === 'shopping' ? 'payer' : 'payee'
  const otherId = creatorSide === 'payer' ? deal.payee_id : deal.payer_id
  const [creator, other] = await Promise.all([
    requireUser(ctx, deal.creator_id),
    otherId === null ? findUserByPhone(ctx.tx, deal.counterparty_phone) : requireUser(ctx, otherId),
  ])
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

async function requireUser(ctx: Ctx, id: number): Promise<UserRow> {
  const user = await findUser(ctx.tx, id)
  if (!user) throw new Error(`user ${id} is gone`)
  return user
}

/** Until somebody accepts and unless an account has the phone and role that the creator named: the address he gave. */
function named(deal: DealRow, creator: UserRow): Someone {
  const name = String(deal.terms.cpty_full_name ?? deal.terms.cpty_company ?? '')
  const email = typeof deal.terms.cpty_email === 'string' ? deal.terms.cpty_email : null
  return { id: null, name, firstName: name, email, locale: creator.locale }
}
