/** Writes a mail in the caller's transaction; it leaves after the commit (jobs/mail.ts). Said once per key. */
import { m } from '../../../messages/compiled/messages.js'
import { type LetterParts, letterHtml, letterText } from '../../mail/letter.ts'
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

export const sendLetters = (ctx: Ctx, letters: readonly Outgoing[]): Promise<void> =>
  insertMails(
    ctx.tx,
    letters.map(({ key, userId, recipient, subject, parts, notBefore }) => ({
      key,
      user_id: userId,
      recipient,
      subject,
      text: letterText(parts),
      html: letterHtml(parts),
      at: new Date(notBefore ?? ctx.now),
      not_before: notBefore === null ? null : new Date(notBefore),
    })),
  )

export const sendLetter = (ctx: Ctx, letter: Outgoing): Promise<void> => sendLetters(ctx, [letter])

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
