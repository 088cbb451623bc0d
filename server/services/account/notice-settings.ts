/** Which emails about deals a person gets, and in which hours these wait. Those about money and the account always leave. */
import type { NoticeSettings } from '#core/contract/notifications.ts'
import { Refusal } from '#core/errors.ts'
import { updateUser } from '#server/repositories/account.ts'
import { findUser, type UserRow } from '#server/repositories/users.ts'
import type { UserCtx } from '#server/services/context.ts'
import { quietOf } from '#server/services/deal/participants.ts'

const settingsOf = (user: UserRow): NoticeSettings => ({ mail: user.notice_mail, quiet: quietOf(user) })

export async function readNoticeSettings(ctx: UserCtx): Promise<NoticeSettings> {
  const user = await findUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  return settingsOf(user)
}

export const setNoticeSettings = async (
  ctx: UserCtx,
  { mail, quiet }: NoticeSettings,
): Promise<NoticeSettings> =>
  settingsOf(
    await updateUser(ctx.tx, ctx.user.id, {
      notice_mail: mail,
      quiet_from: quiet?.from ?? null,
      quiet_until: quiet?.until ?? null,
    }),
  )
