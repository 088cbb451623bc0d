/** Writes a mail in the caller's transaction; it leaves after the commit, by a job or by the sweep. Said once per key. */
import { m } from '../../../messages/compiled/messages.js'
import { type LetterParts, letterHtml, letterText } from '../../mail/letter.ts'
import { addJob } from '../../repositories/jobs.ts'
import { insertMail } from '../../repositories/mail.ts'
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

/** Its id, for who wants it sent at once; undefined when it was written before. */
export function writeLetter(ctx: Ctx, letter: Outgoing): Promise<number | undefined> {
  const { notBefore } = letter
  return insertMail(ctx.tx, {
    key: letter.key,
    user_id: letter.userId,
    recipient: letter.recipient,
    subject: letter.subject,
    text: letterText(letter.parts),
    html: letterHtml(letter.parts),
    at: new Date(notBefore ?? ctx.now),
    not_before: notBefore === null ? null : new Date(notBefore),
  })
}

export async function sendLetter(ctx: Ctx, letter: Outgoing): Promise<void> {
  const id = await writeLetter(ctx, letter)
  if (id !== undefined && letter.notBefore === null) await addJob(ctx.tx, 'mail', { mailIds: [id] })
}

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
