/** Emails about a number or an address: the code, who claims it, that it changes, how to stop that. */
import type { ContactKind, LinkAction } from '#core/contract/verification.ts'
import { pageLink } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { newToken } from '#server/lib/tokens.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { NumberClaimRow } from '#server/repositories/contacts.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { insertSandboxCode } from '#server/repositories/verifications.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { type MailedToken, newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { type OutgoingEmail, queueEmail } from '#server/services/notifications/queue-email.ts'
import { maskedContact } from './code.ts'

type ContactOwner = Pick<UserRow, 'id' | 'email' | 'locale' | 'first_name'>

interface AccountMessage {
  readonly key: string
  readonly subject: string
  readonly body: readonly string[]
  readonly link: string
  readonly linkLabel: string
}

/** At any hour: a stolen account does not wait for the morning. */
function queueContactEmail(ctx: Ctx, to: ContactOwner, message: AccountMessage): Promise<void> {
  const { key, subject, body, link, linkLabel } = message
  const content: OutgoingEmail['content'] = {
    ...{ locale: to.locale, name: to.first_name, about: null, headline: subject, body, link, linkLabel },
    publicUrl: ctx.settings.publicUrl,
  }
  return queueEmail(ctx, { key, userId: to.id, recipient: to.email, subject, content, notBefore: null })
}

/** The token is behind the #, which no server and no log sees. */
const linkTo = (ctx: Ctx, locale: Locale, action: LinkAction, token: string): string =>
  pageLink(ctx.settings.publicUrl, locale, `/link#${action}.${token}`)

/** The same code as a link: whoever reads mail elsewhere types it, whoever reads it here presses. */
export async function queueCodeEmail(
  ctx: UserCtx,
  { id, to, code }: { id: string; to: string; code: string },
): Promise<{ tokenHash: Buffer }> {
  const { locale, id: userId, firstName } = ctx.user
  const { hash, placeholder } = await newMailedToken(ctx)
  await queueContactEmail(
    ctx,
    { id: userId, email: to, locale, first_name: firstName },
    {
      key: `verify:${id}`,
      subject: m.email_code_subject({ name: companyProfile().name[locale] }, { locale }),
      body: [m.email_code_text({ code }, { locale }), m.email_code_not_you({}, { locale })],
      link: linkTo(ctx, locale, 'verify_email', placeholder),
      linkLabel: m.email_code_link({}, { locale }),
    },
  )
  if (ctx.settings.hasSandbox) await insertSandboxCode(ctx.tx, { recipient: to, kind: 'email', code })
  return { tokenHash: hash }
}

export async function queueClaimEmail(
  ctx: Ctx,
  { claim, holder, token }: { claim: NumberClaimRow; holder: UserRow; token: MailedToken },
): Promise<void> {
  const { locale } = holder
  if (holder.email_verified_at === null) return
  const phone = maskedContact(claim.phone_number)
  await queueContactEmail(ctx, holder, {
    key: `claim:${claim.id}`,
    subject: m.email_claim_subject({}, { locale }),
    body: [
      m.email_claim_text({ phone, until: formatMoment(claim.ends_at.getTime(), locale) }, { locale }),
      m.email_claim_object({}, { locale }),
    ],
    link: linkTo(ctx, locale, 'object_claim', token.placeholder),
    linkLabel: m.email_claim_link({}, { locale }),
  })
}

export async function queueClaimRefusedEmail(
  ctx: Ctx,
  claimant: UserRow,
  claim: NumberClaimRow,
): Promise<void> {
  const { locale } = claimant
  if (claimant.email_verified_at === null) return
  const phone = maskedContact(claim.phone_number)
  await queueContactEmail(ctx, claimant, {
    key: `claim-refused:${claim.id}`,
    subject: m.email_claim_refused_subject({}, { locale }),
    body: [m.email_claim_refused_text({ phone }, { locale })],
    link: pageLink(ctx.settings.publicUrl, locale, '/account'),
    linkLabel: m.email_changed_look({}, { locale }),
  })
}

/** To the address that the account has now: whoever took the account over must not be able to silence it. */
export async function queueStopEmail(
  ctx: Ctx,
  { user, kind, value, token }: { user: UserRow; kind: ContactKind; value: string; token: MailedToken },
): Promise<void> {
  const { locale } = user
  const to = maskedContact(value)
  await queueContactEmail(ctx, user, {
    key: `change:${token.hash.toString('hex')}`,
    subject:
      kind === 'phone'
        ? m.email_change_phone_subject({}, { locale })
        : m.email_change_email_subject({}, { locale }),
    body: [m.email_change_text({ to }, { locale }), m.email_change_not_you({}, { locale })],
    link: linkTo(ctx, locale, 'stop_change', token.placeholder),
    linkLabel: m.email_change_stop({}, { locale }),
  })
}

/** `before`: the account as it was. */
export async function queueChangedEmail(ctx: Ctx, before: UserRow, kind: ContactKind): Promise<void> {
  const { locale } = before
  if (before.email_verified_at === null) return
  await queueContactEmail(ctx, before, {
    key: `changed:${kind}:${before.id}:${newToken()}`,
    subject:
      kind === 'phone'
        ? m.email_changed_phone_subject({}, { locale })
        : m.email_changed_email_subject({}, { locale }),
    body: [m.email_changed_text({}, { locale })],
    link: pageLink(ctx.settings.publicUrl, locale, '/account'),
    linkLabel: m.email_changed_look({}, { locale }),
  })
}
