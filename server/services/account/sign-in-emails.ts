/** Emails that tell an owner what happened to the account. */
import { pageLink } from '#core/links.ts'
import { maskedAccount } from '#core/upi.ts'
import { m } from '#messages/compiled/messages.js'
import { newToken } from '#server/lib/tokens.ts'
import { countHit } from '#server/repositories/rate-limits.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx } from '#server/services/context.ts'
import { queueAccountEmail } from '#server/services/notifications/queue-email.ts'

const FAILURES_TO_TELL = 10
const DAY_MS = 24 * 60 * 60_000

/** After many failures from strange places, at most one a day. */
export async function warnOfFailures(ctx: Ctx, user: UserRow, failures: number): Promise<void> {
  if (failures < FAILURES_TO_TELL) return
  const { current } = await countHit(ctx.tx, `sign-in warning ${user.id}`, DAY_MS)
  if (current > 1) return
  const { locale } = user
  const { publicUrl } = ctx.settings
  await queueAccountEmail(ctx, {
    key: `sign-in-failures:${user.id}:${newToken()}`,
    user,
    subject: m.email_failures_subject({}, { locale }),
    headline: m.email_failures_headline({ count: String(failures) }, { locale }),
    body: [m.email_failures_text({}, { locale })],
    link: pageLink(publicUrl, locale, '/login'),
    linkLabel: m.email_failures_open({}, { locale }),
    otherLink: {
      text: m.email_failures_reset({}, { locale }),
      link: pageLink(publicUrl, locale, '/reset_password'),
      label: m.email_reset_open({}, { locale }),
    },
  })
  await recordAudit(ctx, {
    action: 'sign_in_failures_told',
    actor: null,
    subject: { type: 'user', id: user.id },
    after: { failures },
  })
}

/** `cleared`: the payment number and the payout target that the reset removed. */
export async function tellPasswordChanged(
  ctx: Ctx,
  user: UserRow,
  cleared: { readonly number: string | null; readonly target: string | null },
): Promise<void> {
  const { locale } = user
  const number = cleared.number === null ? null : maskedAccount(cleared.number)
  await queueAccountEmail(ctx, {
    key: `password-changed:${user.id}:${newToken()}`,
    user,
    subject: m.email_password_changed_subject({}, { locale }),
    headline: m.email_password_changed_headline({}, { locale }),
    body: [
      ...(number === null ? [] : [m.email_password_changed_number({ number }, { locale })]),
      ...(cleared.target === null
        ? []
        : [m.email_password_changed_target({ address: cleared.target }, { locale })]),
      m.email_password_changed_not_you({}, { locale }),
    ],
    link: pageLink(ctx.settings.publicUrl, locale, '/reset_password'),
    linkLabel: m.email_reset_open({}, { locale }),
  })
}

/** By somebody who was signed in and knew the old one. */
export async function tellPasswordChangedByOwner(ctx: Ctx, user: UserRow): Promise<void> {
  const { locale } = user
  await queueAccountEmail(ctx, {
    key: `password-changed:${user.id}:${newToken()}`,
    user,
    subject: m.email_password_changed_subject({}, { locale }),
    headline: m.email_own_password_headline({}, { locale }),
    body: [m.email_own_password_not_you({}, { locale })],
    link: pageLink(ctx.settings.publicUrl, locale, '/reset_password'),
    linkLabel: m.email_reset_open({}, { locale }),
  })
}
