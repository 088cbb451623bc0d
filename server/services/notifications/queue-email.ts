/** Queues an email in the caller's transaction; it is rendered and sent after the commit (jobs/email.ts). Once per key. */
import type { Insertable } from 'kysely'
import type { EmailContent } from '#core/email-content.ts'
import type { EmailTable } from '#server/db/tables.ts'
import { insertEmails } from '#server/repositories/emails.ts'
import type { UserRow } from '#server/repositories/users.ts'
import type { Ctx } from '#server/services/context.ts'

export interface OutgoingEmail {
  readonly key: string
  readonly userId: number | null
  readonly recipient: string
  readonly subject: string
  readonly content: EmailContent
  /** Product time before which it waits; null sends it at once. */
  readonly notBefore: number | null
}

export const emailRow = (
  ctx: Ctx,
  { key, userId, recipient, subject, content, notBefore }: OutgoingEmail,
): Insertable<EmailTable> => ({
  key,
  user_id: userId,
  recipient,
  subject,
  content: JSON.stringify(content),
  at: new Date(notBefore ?? ctx.now),
  not_before: notBefore === null ? null : new Date(notBefore),
})

export const queueEmail = (ctx: Ctx, email: OutgoingEmail): Promise<void> =>
  insertEmails(ctx.tx, [emailRow(ctx, email)])

interface AccountEmail {
  readonly key: string
  readonly user: Pick<UserRow, 'email' | 'locale' | 'first_name'> & { readonly id: number | null }
  readonly subject: string
  readonly headline: string
  readonly body: readonly string[]
  readonly link: string
  readonly linkLabel: string
  readonly otherLink?: EmailContent['otherLink']
}

/** Emails about an account leave at any hour: a lock-out or a stolen account does not wait for the morning. */
export const queueAccountEmail = (
  ctx: Ctx,
  { key, user, subject, ...content }: AccountEmail,
): Promise<void> =>
  queueEmail(ctx, {
    key,
    userId: user.id,
    recipient: user.email,
    subject,
    content: {
      ...content,
      locale: user.locale,
      name: user.first_name,
      about: null,
      publicUrl: ctx.settings.publicUrl,
    },
    notBefore: null,
  })
