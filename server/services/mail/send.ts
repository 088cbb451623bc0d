/** Writes a mail in the caller's transaction; it leaves after the commit. Said once per key. */
import { m } from '../../../messages/compiled/messages.js'
import { addJob } from '../../repositories/jobs.ts'
import { insertMail } from '../../repositories/mail.ts'
import type { UserRow } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'

interface Wanted {
  readonly key: string
  readonly user: Pick<UserRow, 'id' | 'email' | 'locale'>
  readonly template: 'password_reset'
  readonly vars: { name: string; link: string }
  readonly isUrgent: boolean
}

export async function sendMail(ctx: Ctx, wanted: Wanted): Promise<void> {
  const { locale } = wanted.user
  const id = await insertMail(ctx.tx, {
    key: wanted.key,
    user_id: wanted.user.id,
    recipient: wanted.user.email,
    subject: m.mail_reset_subject({}, { locale }),
    text: m.mail_reset_text(wanted.vars, { locale }),
    at: new Date(ctx.now),
  })
  if (id !== undefined) await addJob(ctx.tx, 'mail', { mailId: id })
}
