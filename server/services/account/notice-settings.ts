/** Which emails about deals a person gets, and in which hours these wait. Those about money and the account always leave. */
import type { NoticeSettings } from '#core/contract/notifications.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { updateUser } from '#server/repositories/account.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { quietOf } from '#server/services/deal/participants.ts'
import { canHaveWhatsApp } from '#server/services/notifications/whatsapp.ts'

const settingsOf = (ctx: UserCtx, user: UserRow): NoticeSettings => ({
  mail: user.notice_mail,
  quiet: quietOf(user),
  whatsapp: canHaveWhatsApp(ctx, user) ? user.notice_whatsapp : null,
})

async function readMe(ctx: UserCtx): Promise<UserRow> {
  const user = await findUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  return user
}

export const readNoticeSettings = async (ctx: UserCtx): Promise<NoticeSettings> =>
  settingsOf(ctx, await readMe(ctx))

export async function setNoticeSettings(
  ctx: UserCtx,
  {
    mail,
    quiet,
    whatsapp,
  }: Omit<NoticeSettings, 'whatsapp'> & { readonly whatsapp?: boolean | null | undefined },
): Promise<NoticeSettings> {
  if (whatsapp && !canHaveWhatsApp(ctx, await readMe(ctx))) throw invalid({ whatsapp: ['select'] })
  const user = await updateUser(ctx.tx, ctx.user.id, {
    notice_mail: mail,
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    ...(typeof whatsapp === 'boolean' ? { notice_whatsapp: whatsapp } : {}),
  })
  return settingsOf(ctx, user)
}
