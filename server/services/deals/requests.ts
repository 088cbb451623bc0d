/**
 * A deal that a seller asks for. It binds nobody: the buyer sends it as their own offer, and from then on it is one like
 * any other. What the seller is answered is the same whether the number is a buyer's, somebody else's or nobody's.
 */
import type { DealRequest, DealRequestFields } from '#core/contract/requests.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { formatPaiseShort, rupees } from '#core/money.ts'
import { DAY_MS, toIso } from '#core/time.ts'
import type { ReadableFile, ReceivedFile } from '#server/files/store.ts'
import { randomId } from '#server/lib/tokens.ts'
import * as requests from '#server/repositories/deal-requests.ts'
import { findUser, findUserByPhone } from '#server/repositories/users.ts'
import type { PhotoPlace } from '#server/repositories/waiting-photos.ts'
import { isPhoneTrusted, requireVerifiedPhone } from '#server/services/authorisation.ts'
import { type Ctx, type SessionUser, sessionUser, type UserCtx } from '#server/services/context.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { tellAsked, tellDeclined } from '#server/services/notifications/deal-requests.ts'
import { createShopping } from './create.ts'
import { limitOffers } from './offer-limits.ts'
import { addWaiting, listWaiting, openWaiting, sendWithPhotos, waitingUploadRoom } from './waiting-photos.ts'

const MOST_WAITING = 20
const MOST_TO_ONE = 5

/** Somebody who can be asked: a role that may pay, under a number that is theirs. */
const canBeAsked = (ctx: Pick<Ctx, 'settings'>, user: SessionUser): boolean =>
  user.roles.includes('Buyer') && isPhoneTrusted(ctx, user)

/** One to a number that nobody had is for whoever has proved it; one to an account never passes on with its number. */
const isAsked = (ctx: UserCtx, row: requests.DealRequestRow): boolean =>
  canBeAsked(ctx, ctx.user) &&
  row.seller_id !== ctx.user.id &&
  (row.buyer_id === ctx.user.id || (row.buyer_id === null && row.phone_number === ctx.user.phoneNumber))

const placeOf = ({ id }: Pick<requests.DealRequestRow, 'id'>): PhotoPlace => ({ request_id: id })
const fieldsOf = (row: requests.DealRequestRow) =>
  row.fields as unknown as Omit<DealRequestFields, 'cpty_phone'>

interface Asker {
  readonly shop: string
  readonly name: string
  readonly phone: string
}

/** Null where no offer can be made to them any more. */
async function askerOf(ctx: Ctx, row: requests.DealRequestRow): Promise<Asker | null> {
  const seller = await findUser(ctx.tx, row.seller_id)
  if (!seller?.business_name || !canBeOffered(ctx, 'shopping', sessionUser(seller))) return null
  const name = `${seller.first_name} ${seller.last_name}`
  return { shop: seller.business_name, name, phone: seller.phone_number }
}

async function present(ctx: Ctx, row: requests.DealRequestRow, asker: Asker | null): Promise<DealRequest> {
  const { service_details, amount, details, condition, serial, listing_url } = fieldsOf(row)
  const createdAt = row.created_at.getTime()
  return {
    id: row.id,
    is_mine: asker === null,
    title: service_details,
    amount_paise: rupees(amount),
    photos: await listWaiting(ctx, placeOf(row)),
    details,
    condition,
    serial,
    listing_url,
    phone_number: asker?.phone ?? row.phone_number,
    business_name: asker?.shop ?? null,
    seller_name: asker?.name ?? null,
    link: `${ctx.settings.publicUrl}/deals`,
    created_at: toIso(createdAt),
    expires_at: toIso(createdAt + requests.REQUEST_DAYS * DAY_MS),
  }
}

export async function createRequest(
  ctx: UserCtx,
  fields: DealRequestFields,
  limitFactor: number,
): Promise<DealRequest> {
  requireVerifiedPhone(ctx)
  const { cpty_phone: phone, ...rest } = fields
  if (phone === ctx.user.phoneNumber) throw invalid({ cpty_phone: ['own_phone'] })
  // first: its counter's row is locked, so that those made at one moment are counted one after the other
  await limitOffers(ctx, phone, limitFactor)
  const waiting = await requests.listRequestsBy(ctx.tx, ctx.user.id)
  if (waiting.length >= MOST_WAITING) throw new Refusal('limit_reached')
  if (waiting.filter((row) => row.phone_number === phone).length >= MOST_TO_ONE)
    throw new Refusal('offers_open')
  const holder = await findUserByPhone(ctx.tx, phone)
  const buyer = holder && canBeAsked(ctx, sessionUser(holder)) ? holder : null
  const row = await requests.insertRequest(ctx.tx, {
    id: randomId(),
    seller_id: ctx.user.id,
    // otherwise it is for whoever proves the number as a buyer
    buyer_id: buyer?.id ?? null,
    phone_number: phone,
    fields: JSON.stringify(rest),
  })
  if (buyer)
    await tellAsked(ctx, buyer, {
      id: row.id,
      title: rest.service_details,
      shop: `${ctx.user.businessName} (${ctx.user.firstName} ${ctx.user.lastName})`,
      amount: formatPaiseShort(rupees(rest.amount)),
    })
  return present(ctx, row, null)
}

export async function listRequests(ctx: UserCtx): Promise<DealRequest[]> {
  const [own, received] = await Promise.all([
    requests.listRequestsBy(ctx.tx, ctx.user.id),
    requests.listRequestsTo(ctx.tx, ctx.user.id, ctx.user.phoneNumber),
  ])
  const askings = await Promise.all(
    received
      .filter((row) => isAsked(ctx, row))
      .map(async (row) => {
        const asker = await askerOf(ctx, row)
        return asker ? [await present(ctx, row, asker)] : []
      }),
  )
  const askingFor = await Promise.all(own.map((row) => present(ctx, row, null)))
  return [...askings.flat(), ...askingFor]
}

interface Confirmation {
  readonly id: string
  /** Pictures that the buyer was shown. */
  readonly photos?: readonly string[] | undefined
}

/** The row is locked: two taps make one offer. */
export async function confirmRequest(
  ctx: UserCtx,
  { id, photos: shown = [] }: Confirmation,
  limitFactor: number,
): Promise<{ form_pk: string }> {
  const row = await requests.lockRequest(ctx.tx, id)
  if (!row || !isAsked(ctx, row)) throw new Refusal('not_found')
  const asker = await askerOf(ctx, row)
  if (row.deal_id !== null || asker === null) throw new Refusal('wrong_state')
  // its seller adds some at any time: without this one would be a term that the buyer has not seen
  const waiting = await listWaiting(ctx, placeOf(row))
  const isShown = waiting.every((photo) => shown.includes(photo.id))
  if (!isShown || waiting.length !== new Set(shown).size) throw new Refusal('stale_terms')
  await limitOffers(ctx, asker.phone, limitFactor)
  const fields = { ...fieldsOf(row), cpty_phone: asker.phone, cpty_company: asker.shop }
  const dealId = await sendWithPhotos(ctx, { place: placeOf(row), side: 'payee' }, (photos) =>
    createShopping(ctx, fields, photos),
  )
  await requests.markRequestSent(ctx.tx, id, dealId)
  return { form_pk: dealId }
}

/** What I asked for, which waits; the lock keeps it from being sent at the same moment. */
async function requireOwn(ctx: UserCtx, id: string): Promise<PhotoPlace> {
  const row = await requests.lockRequest(ctx.tx, id)
  if (row?.seller_id !== ctx.user.id) throw new Refusal('not_found')
  if (row.deal_id !== null) throw new Refusal('wrong_state')
  return placeOf(row)
}

export const uploadRoomOfRequest = async (ctx: UserCtx, id: string) =>
  waitingUploadRoom(ctx, await requireOwn(ctx, id))

export const addRequestPhotos = async (ctx: UserCtx, id: string, files: readonly ReceivedFile[]) =>
  addWaiting(ctx, await requireOwn(ctx, id), files)

/** For both sides. */
export async function openRequestPhoto(ctx: UserCtx, id: string, photoId: string): Promise<ReadableFile> {
  const row = await requests.lockRequest(ctx.tx, id)
  const isMine = row?.seller_id === ctx.user.id
  if (!row || row.deal_id !== null || !(isMine || isAsked(ctx, row))) throw new Refusal('not_found')
  return openWaiting(ctx, placeOf(row), photoId)
}

export async function endRequest(ctx: UserCtx, id: string): Promise<void> {
  const row = await requests.lockRequest(ctx.tx, id)
  const isMine = row?.seller_id === ctx.user.id
  if (!row || row.deal_id !== null || !(isMine || isAsked(ctx, row))) throw new Refusal('not_found')
  await requests.deleteRequest(ctx.tx, id)
  if (!isMine) await tellDeclined(ctx, row.seller_id, { id, title: fieldsOf(row).service_details })
}
