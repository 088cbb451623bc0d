/** Creates an offer from one of the spec's two forms. The counterparty is named by phone and role; main_user_* come from the account. */
import { commissionWithCoupon } from '#core/charges.ts'
import type { ItemPhoto } from '#core/described.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { FURTHEST_AHEAD_MS } from '#core/fields.ts'
import type { Track } from '#core/ids.ts'
import { rupees } from '#core/money.ts'
import type { ServicesFields, ShoppingFields } from '#core/offer-fields.ts'
import type { Policy } from '#core/policy.ts'
import type { Role } from '#core/roles.ts'
import { toIso } from '#core/time.ts'
import { typesOfEvent } from '#core/webhooks.ts'
import { randomId } from '#server/lib/tokens.ts'
import { claimCoupon } from '#server/repositories/coupons.ts'
import { type DealRow, insertDeal } from '#server/repositories/deals.ts'
import type { OfferLinkRow } from '#server/repositories/offer-links.ts'
import { findCurrentTarget } from '#server/repositories/payout-targets.ts'
import { findUserByPhone, type UserRow } from '#server/repositories/users.ts'
import { isTargetNeeded, requireVerifiedPhone } from '#server/services/authorisation.ts'
import { actsAs, type SessionUser, sessionUser, type UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { peopleOf } from '#server/services/deal/participants.ts'
import { isAccountNeeded } from '#server/services/deal/payee-account.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { requireNoDebt } from '#server/services/money/debts.ts'
import { notify } from '#server/services/notifications/notify.ts'
import { firstReminder } from '#server/services/notifications/reminder-schedule.ts'
import { currentVersion } from '#server/services/policies/current-policy.ts'
import { queueMessages } from '#server/services/webhooks/queue-messages.ts'
import { photoTerm } from './photo-terms.ts'

/** In basis points of the amount. */
interface Charges {
  readonly commissionBasisPoints: number
  readonly cancellationFeeBasisPoints: number
}

/** The terms of either form. */
export interface DealTerms {
  readonly track: Track
  readonly counterpartyPhone: string
  /** Whose offer it will be: who has the number now, null while nobody has. */
  readonly counterpartyId: number | null
  readonly amountPaise: number
  readonly charges: (policy: Policy) => Charges
  readonly couponId: number | null
  readonly completionAt: number | null
  readonly terms: Record<string, unknown>
}

const mainUser = (user: SessionUser, role: Role) => ({
  user_type: [role],
  main_user_fname: user.firstName,
  main_user_lname: user.lastName,
  main_user_phone: user.phoneNumber,
  main_user_email: user.email,
})

/** Nobody is on both sides of a deal. */
function requireOther(ctx: UserCtx, phone: string): void {
  if (phone === ctx.user.phoneNumber) throw invalid({ cpty_phone: ['own_phone'] })
}

export async function shoppingTerms(ctx: UserCtx, fields: ShoppingFields): Promise<DealTerms> {
  requireOther(ctx, fields.cpty_phone)
  const seller = await findUserByPhone(ctx.tx, fields.cpty_phone)
  const isListed = seller !== undefined && canBeOffered(ctx, 'shopping', sessionUser(seller))
  if (!isListed || seller.business_name !== fields.cpty_company)
    throw invalid({ cpty_company: ['not_registered'] })
  return {
    track: 'shopping',
    counterpartyPhone: fields.cpty_phone,
    counterpartyId: seller.id,
    amountPaise: rupees(fields.amount),
    charges: ({ commissionBasisPoints, cancellationFeeBasisPoints }) => ({
      commissionBasisPoints: commissionBasisPoints.shopping,
      cancellationFeeBasisPoints,
    }),
    couponId: null,
    completionAt: null,
    terms: { ...mainUser(ctx.user, 'Buyer'), ...fields },
  }
}

export async function servicesTerms(
  ctx: UserCtx,
  fields: ServicesFields,
  editedDealId: string | null = null,
): Promise<DealTerms> {
  requireOther(ctx, fields.cpty_phone)
  if (fields.date_of_completion <= ctx.now) throw invalid({ date_of_completion: ['date_past'] })
  if (fields.date_of_completion > ctx.now + FURTHEST_AHEAD_MS)
    throw invalid({ date_of_completion: ['date_far'] })
  const [coupon, holder] = await Promise.all([
    fields.coupon_code === null
      ? null
      : claimCoupon(ctx.tx, { id: fields.coupon_code, userId: ctx.user.id, editedDealId }),
    findUserByPhone(ctx.tx, fields.cpty_phone),
  ])
  if (fields.coupon_code !== null && !coupon) throw invalid({ coupon_code: ['coupon'] })
  return {
    track: 'services',
    counterpartyPhone: fields.cpty_phone,
    counterpartyId: holder && canBeOffered(ctx, 'services', sessionUser(holder)) ? holder.id : null,
    amountPaise: rupees(fields.amount),
    charges: ({ commissionBasisPoints }) => ({
      commissionBasisPoints: commissionWithCoupon(commissionBasisPoints.services, coupon?.code ?? null),
      cancellationFeeBasisPoints: fields.cancellation_fee * 100,
    }),
    couponId: coupon?.id ?? null,
    completionAt: fields.date_of_completion,
    terms: {
      ...mainUser(ctx.user, 'Service_Provider'),
      ...fields,
      cpty_email: fields.cpty_email ?? null,
      date_of_completion: toIso(fields.date_of_completion),
      coupon_code: coupon ? String(coupon.id) : null,
    },
  }
}

/** The columns that terms set, at creation and at every edit. */
export function termColumns(terms: DealTerms, policy: Policy) {
  const { commissionBasisPoints, cancellationFeeBasisPoints } = terms.charges(policy)
  return {
    counterparty_phone: terms.counterpartyPhone,
    counterparty_id: terms.counterpartyId,
    amount_paise: terms.amountPaise,
    commission_basis_points: commissionBasisPoints,
    cancellation_fee_basis_points: cancellationFeeBasisPoints,
    coupon_id: terms.couponId,
    completion_at: terms.completionAt === null ? null : new Date(terms.completionAt),
    terms: JSON.stringify(terms.terms),
  }
}

async function create(
  ctx: UserCtx,
  pendingTerms: Promise<DealTerms>,
  { isQuiet = false } = {},
): Promise<DealRow> {
  const [terms, { policy, policyId: policy_id }] = await Promise.all([pendingTerms, currentVersion(ctx)])
  const dueAt = ctx.now + policy.offerValidityMs
  const offer = {
    id: randomId(),
    track: terms.track,
    status: 'proposed' as const,
    creator_id: ctx.user.id,
    payer_id: terms.track === 'shopping' ? ctx.user.id : null,
    payee_id: terms.track === 'services' ? ctx.user.id : null,
    policy_id,
    created_at: new Date(ctx.now),
    due_at: new Date(dueAt),
    ...firstReminder(ctx.now, dueAt),
    due_event: 'offerValidity' as const,
    last_seq: 1,
    ...termColumns(terms, policy),
  }
  const event = {
    seq: 1,
    name: 'create',
    by: terms.track === 'shopping' ? 'payer' : 'payee',
    actorId: ctx.user.id,
    data: terms.terms,
  } as const
  const [deal, people] = await Promise.all([
    insertDeal(ctx.tx, offer, { ...event, dealId: offer.id, at: ctx.now, termsVersion: 1 }),
    peopleOf(ctx, offer),
  ])
  const next = await factsOf(ctx, { deal, dispute: null })
  const fees = { payer: null, payee: null }
  const { status } = deal
  const types = typesOfEvent({ name: event.name, status, isNewStatus: true, opensDispute: false })
  ctx.tx.waitUntil(queueMessages(ctx, people, { dealId: deal.id, seq: 1, types }))
  if (!isQuiet) ctx.tx.waitUntil(notify(ctx, { deal, people }, event, { from: null, next, hold: null, fees }))
  return deal
}

/** `photos`: of files that the caller adds in the same transaction. */
export async function createShopping(
  ctx: UserCtx,
  fields: ShoppingFields,
  photos: readonly ItemPhoto[] = [],
): Promise<DealRow> {
  if (!actsAs(ctx, 'Buyer')) throw new Refusal('forbidden')
  requireVerifiedPhone(ctx)
  const withPhotos = async (): Promise<DealTerms> => {
    const [terms] = await Promise.all([shoppingTerms(ctx, fields), requireNoDebt(ctx)])
    return { ...terms, terms: { ...terms.terms, ...photoTerm(photos) } }
  }
  return create(ctx, withPhotos())
}

export async function createServices(ctx: UserCtx, fields: ServicesFields): Promise<DealRow> {
  if (!actsAs(ctx, 'Service_Provider')) throw new Refusal('forbidden')
  requireVerifiedPhone(ctx)
  // asked before there is anything to pay: a target that comes with the money waits a day. Where the provider holds the money
  // in the payee's own account, nothing would ever be sent to one
  const isTargetPaid = isTargetNeeded(ctx) && !isAccountNeeded(ctx)
  if (isTargetPaid && !(await findCurrentTarget(ctx.tx, ctx.user.id))) throw new Refusal('target_required')
  return create(ctx, servicesTerms(ctx, fields))
}

/** From an offer link, whose terms the seller has published. Quiet: what follows at once, the acceptance, is told. */
export const createFromLink = (ctx: UserCtx, published: PublishedOffer): Promise<DealRow> =>
  create(ctx, linkTerms(ctx, published), { isQuiet: true })

interface PublishedOffer {
  readonly link: OfferLinkRow
  readonly seller: UserRow
  /** Of files that the caller adds in the same transaction. */
  readonly photos: readonly ItemPhoto[]
}

async function linkTerms(ctx: UserCtx, { link, seller, photos }: PublishedOffer): Promise<DealTerms> {
  const fields = {
    service_details: link.title,
    amount: link.amount_paise / 100,
    cpty_phone: seller.phone_number,
    cpty_company: seller.business_name ?? '',
  }
  const [terms] = await Promise.all([shoppingTerms(ctx, fields), requireNoDebt(ctx)])
  const source = {
    details: link.details || undefined,
    offer_link: link.id,
    offer_link_version: link.version,
    offer_link_photo: link.photo_id ?? undefined,
  }
  return { ...terms, terms: { ...terms.terms, ...source, ...photoTerm(photos) } }
}
