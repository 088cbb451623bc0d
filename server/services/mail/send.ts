/** Writes a mail in the caller's transaction; it is made and leaves after the commit (jobs/mail.ts). Said once per key. */
import type { Insertable } from 'kysely'
import { m } from '../../../messages/compiled/messages.js'
import type { MailTable } from '../../db/tables.ts'
import type { LetterParts } from '../../mail/letter.ts'
import { insertMails } from '../../repositories/mail.ts'
import type { UserRow } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'

export interface Outgoing {
  readonly key: string
  readonly userId: number | null
  readonly recipient: string
  readonly subject: string
  readonly parts: LetterParts
  /** Product time before which it waits; null sends it at once. */
  readonly notBefore: number | null
}

export const mailRow = (
  ctx: Ctx,
  { key, userId, recipient, subject, parts, notBefore }: Outgoing,
): Insertable<MailTable> => ({
  key,
  user_id: userId,
  recipient,
  subject,
  letter: JSON.stringify(parts),
  at: new Date(notBefore ?? ctx.now),
  not_before: notBefore === null ? null : new Date(notBefore),
})

export const sendLetter = (ctx: Ctx, letter: Outgoing): Promise<void> =>
  insertMails(ctx.tx, [mailRow(ctx, letter)])

interface Wanted {
  readonly key: string
  readonly user: Pick<UserRow, 'id' | 'email' | 'locale'>
  readonly template: 'password_reset'
  readonly vars: { name: string; link: string }
}

/** Mails about an account. A lock-out or a stolen account does not wait for the morning. */
export async function sendMail(ctx: Ctx, { key, user, vars }: Wanted): Promise<void> {
  const { locale } = user
  await sendLetter(ctx, {
    key,
    userId: user.id,
    recipient: user.email,
    subject: m.mail_reset_subject({}, { locale }),
    parts: {
      locale,
      name: vars.name,
      about: null,
      headline: m.mail_reset_headline({}, { locale }),
      seats: [],
      money: [],
      turn: [m.mail_reset_once({}, { locale })],
      link: vars.link,
      linkLabel: m.mail_reset_open({}, { locale }),
      publicUrl: ctx.house.publicUrl,
    },
    notBefore: null,
  })
}
