/** Notices by WhatsApp: to whom, and what the job does with one message. */
import type { Tx } from '#server/db/transaction.ts'
import type { WhatsAppNotice } from '#server/push/whatsapp-notice.ts'
import { postponeRow } from '#server/repositories/queue.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import * as whatsapp from '#server/repositories/whatsapp.ts'
import type { Ctx } from '#server/services/context.ts'

export type WhatsAppClaim = whatsapp.WhatsAppMessageRow

/** A number that is not proved may be a stranger's, who must not read about the deal. */
export const canHaveWhatsApp = (
  { settings }: Pick<Ctx, 'settings'>,
  { phone_verified_at }: UserRow,
): boolean => settings.whatsapp !== null && (settings.verification === 'off' || phone_verified_at !== null)

export const claimWhatsApp = whatsapp.claimWhatsAppMessages
export const giveUpWhatsApp = whatsapp.giveUpWhatsApp
export const markWhatsAppSent = (tx: Tx, rows: readonly WhatsAppClaim[]) =>
  whatsapp.markWhatsAppSent(
    tx,
    rows.map(({ id }) => id),
  )

/** To the number that its reader has now; null when they chose otherwise since, or are gone. */
export async function whatsAppNotice(
  ctx: Pick<Ctx, 'tx' | 'settings'>,
  { user_id, title, path }: WhatsAppClaim,
): Promise<WhatsAppNotice | null> {
  const user = await findUser(ctx.tx, user_id)
  if (!user?.notice_whatsapp || user.deleted_at || !canHaveWhatsApp(ctx, user)) return null
  return { to: user.phone_number, locale: user.locale, title, path }
}

const FIRST_WAIT_MS = 30_000
const MOST_TRIES = 6

export const whatsAppFailed = (tx: Tx, { id, tries }: WhatsAppClaim): Promise<unknown> =>
  tries >= MOST_TRIES
    ? whatsapp.giveUpWhatsApp(tx, id)
    : postponeRow(tx, 'whatsapp_message', id, FIRST_WAIT_MS * 2 ** (tries - 1))
