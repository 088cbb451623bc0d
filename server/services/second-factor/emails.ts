/** Tells somebody of the team what happened to their second factor: whoever did it may not be them. */
import { pageLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { newToken } from '#server/lib/tokens.ts'
import { findUser, hasEmail } from '#server/repositories/users.ts'
import { isEmailTrusted } from '#server/services/authorisation.ts'
import type { Ctx } from '#server/services/context.ts'
import { queueAccountEmail } from '#server/services/notifications/queue-email.ts'

const HEADLINES = {
  set_up: m.email_factor_set_up,
  reset: m.email_factor_reset,
  passkey_added: m.email_factor_passkey_added,
  passkey_removed: m.email_factor_passkey_removed,
  recovery_code: m.email_factor_recovery_code,
} as const

type FactorChange = keyof typeof HEADLINES

export async function tellOfSecondFactor(ctx: Ctx, userId: number, change: FactorChange): Promise<void> {
  const user = await findUser(ctx.tx, userId)
  if (!user || !hasEmail(user) || !isEmailTrusted(ctx, user)) return
  const { locale } = user
  await queueAccountEmail(ctx, {
    key: `second-factor:${user.id}:${newToken()}`,
    user,
    subject: m.email_factor_subject({}, { locale }),
    headline: HEADLINES[change]({}, { locale }),
    body: [m.email_factor_not_you({}, { locale })],
    link: pageLink(ctx.settings.publicUrl, locale, '/account'),
    linkLabel: m.email_factor_open({}, { locale }),
  })
}
