/** A mailed link that signs in once, within 15 minutes: the way past the limits of passwords. */
import type { SignedIn } from '#core/contract/auth.ts'
import { invalid } from '#core/errors.ts'
import { pageLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { tokenHash } from '#server/lib/tokens.ts'
import { consumeLink, findLinkUserId } from '#server/repositories/account-links.ts'
import { findUserByEmail, findUserByPhone } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'
import { lockLinkOwner, proveMailbox } from './mailbox.ts'
import { type LinkKind, mailLink } from './mailed-link.ts'
import { signIn } from './sign-in.ts'

const SIGN_IN_LINK: LinkKind = {
  table: 'sign_in_link',
  minutes: 15,
  emails: 3,
  action: 'sign_in_link_sent',
  compose: ({ settings }, { locale }, placeholder) => ({
    subject: m.email_sign_in_link_subject({}, { locale }),
    headline: m.email_sign_in_link_headline({}, { locale }),
    body: [m.email_sign_in_link_once({}, { locale })],
    link: pageLink(settings.publicUrl, locale, `/sign-in/${placeholder}`),
    linkLabel: m.email_sign_in_link_open({}, { locale }),
  }),
}

export type LinkAddressee = { readonly email: string } | { readonly phone_number: string }

export async function requestSignInLink(ctx: Ctx, to: LinkAddressee, limitFactor: number): Promise<void> {
  const user =
    'email' in to ? await findUserByEmail(ctx.tx, to.email) : await findUserByPhone(ctx.tx, to.phone_number)
  const typed = 'email' in to ? to.email : to.phone_number
  await mailLink(ctx, SIGN_IN_LINK, { user, typed, limitFactor })
}

export async function confirmSignInLink(ctx: Ctx, token: string): Promise<SignedIn> {
  const hash = tokenHash(token)
  const userId = await findLinkUserId(ctx.tx, 'sign_in_link', hash)
  // the account is locked before its link, as where links are made
  const user = userId === null ? undefined : await lockLinkOwner(ctx, userId)
  if (!user || !(await consumeLink(ctx.tx, 'sign_in_link', { tokenHash: hash, userId: user.id })))
    throw invalid({ token: ['reset_token'] })
  await proveMailbox(ctx, user)
  return signIn(ctx, user, { remember: false, how: 'mailed link' })
}
