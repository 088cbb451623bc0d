/**
 * An offer that waits for its seller. Whether somebody has joined is told by what the search of sellers shows to every
 * buyer: a number with any other account is answered like one that nobody has.
 */
import type { Invite, InviteFields } from '#core/contract/invites.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { pageLink } from '#core/links.ts'
import { rupees } from '#core/money.ts'
import { DAY_MS, toIso } from '#core/time.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import { randomId } from '#server/lib/tokens.ts'
import * as invites from '#server/repositories/invites.ts'
import { findUserByPhone } from '#server/repositories/users.ts'
import type { PhotoPlace } from '#server/repositories/waiting-photos.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import { type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { canBeOffered } from '#server/services/deal/viewer.ts'
import { createShopping } from './create.ts'
import { limitOffers } from './offer-limits.ts'
import { addWaiting, listWaiting, openWaiting, sendWithPhotos, waitingUploadRoom } from './waiting-photos.ts'

const MOST_WAITING = 20

async function shopOf(ctx: Ctx, phone: string): Promise<string | null> {
  const holder = await findUserByPhone(ctx.tx, phone)
  return holder && canBeOffered(ctx, 'shopping', sessionUser(holder)) ? holder.business_name : null
}

const placeOf = ({ id }: Pick<invites.InviteRow, 'id'>): PhotoPlace => ({ invite_id: id })
const fieldsOf = (row: invites.InviteRow) => row.fields as unknown as InviteFields

async function present(ctx: UserCtx, row: invites.InviteRow): Promise<Invite> {
  const { service_details, amount } = fieldsOf(row)
  const createdAt = row.created_at.getTime()
  return {
    id: row.id,
    title: service_details,
    amount_paise: rupees(amount),
    photos: await listWaiting(ctx, placeOf(row)),
    phone_number: row.phone_number,
    business_name: await shopOf(ctx, row.phone_number),
    form_pk: row.deal_id,
    link: pageLink(ctx.settings.publicUrl, ctx.user.locale, '/register?invited=Seller'),
    created_at: toIso(createdAt),
    expires_at: toIso(createdAt + invites.INVITE_DAYS * DAY_MS),
  }
}

export async function createInvite(ctx: UserCtx, fields: InviteFields): Promise<Invite> {
  requireVerifiedPhone(ctx)
  if (fields.cpty_phone === ctx.user.phoneNumber) throw invalid({ cpty_phone: ['own_phone'] })
  const waiting = await invites.listInvitesOf(ctx.tx, ctx.user.id)
  if (waiting.length >= MOST_WAITING) throw new Refusal('limit_reached')
  const { cpty_phone, ...rest } = fields
  const row = await invites.insertInvite(ctx.tx, {
    id: randomId(),
    buyer_id: ctx.user.id,
    phone_number: cpty_phone,
    fields: JSON.stringify(rest),
  })
  return present(ctx, row)
}

export async function listInvites(ctx: UserCtx): Promise<Invite[]> {
  const rows = await invites.listInvitesOf(ctx.tx, ctx.user.id)
  return Promise.all(rows.map((row) => present(ctx, row)))
}

/** The row is locked: two taps make one offer. */
export async function sendInvite(
  ctx: UserCtx,
  id: string,
  limitFactor: number,
): Promise<{ form_pk: string }> {
  const row = await invites.lockInvite(ctx.tx, ctx.user.id, id)
  if (!row) throw new Refusal('not_found')
  const shop = await shopOf(ctx, row.phone_number)
  if (row.deal_id !== null || shop === null) throw new Refusal('wrong_state')
  await limitOffers(ctx, row.phone_number, limitFactor)
  const fields = { ...fieldsOf(row), cpty_phone: row.phone_number, cpty_company: shop }
  const dealId = await sendWithPhotos(ctx, { place: placeOf(row), side: 'payer' }, (photos) =>
    createShopping(ctx, fields, photos),
  )
  await invites.markInviteSent(ctx.tx, id, dealId)
  return { form_pk: dealId }
}

/** Mine, which waits; the lock keeps it from being sent at the same moment. */
async function requireWaiting(ctx: UserCtx, id: string): Promise<PhotoPlace> {
  const row = await invites.lockInvite(ctx.tx, ctx.user.id, id)
  if (!row) throw new Refusal('not_found')
  if (row.deal_id !== null) throw new Refusal('wrong_state')
  return placeOf(row)
}

export const uploadRoomOfInvite = async (ctx: UserCtx, id: string) =>
  waitingUploadRoom(ctx, await requireWaiting(ctx, id))

export const addInvitePhotos = async (ctx: UserCtx, id: string, files: readonly ReceivedFile[]) =>
  addWaiting(ctx, await requireWaiting(ctx, id), files)

export const openInvitePhoto = async (ctx: UserCtx, id: string, photoId: string) =>
  openWaiting(ctx, await requireWaiting(ctx, id), photoId)

export async function withdrawInvite(ctx: UserCtx, id: string): Promise<void> {
  if (!(await invites.deleteInvite(ctx.tx, ctx.user.id, id))) throw new Refusal('not_found')
}
