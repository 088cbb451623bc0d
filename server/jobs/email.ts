/** Sends queued email, and retries what a mail server did not accept. */
import { emailHtml, emailText } from '#server/mail/email-template.ts'
import { isPermanentFailure } from '#server/mail/transport.ts'
import {
  claimEmailsToSend,
  type EmailRow,
  emailFailed,
  markEmailsSent,
} from '#server/services/notifications/email-queue.ts'
import type { JobContext } from './job-context.ts'
import { type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

export type EmailJobContext = Pick<JobContext, 'runInTransaction' | 'mail' | 'settings'>

export const emailQueue = ({ runInTransaction, mail, settings }: EmailJobContext): Queue<EmailRow> => ({
  name: 'email',
  failure: 'email delivery failed',
  batchSize: 50,
  workers: 1,
  pauseMs: 30,
  claim: (limit) => runInTransaction((tx) => claimEmailsToSend({ tx, settings }, limit)),
  handle: (row) => {
    const { id, recipient, subject } = row
    return mail.send({ id, to: recipient, subject, text: emailText(row), html: emailHtml(row) })
  },
  finish: (rows) => runInTransaction((tx) => markEmailsSent(tx, rows)),
  fail: (row, error) =>
    runInTransaction((tx) =>
      emailFailed(tx, row, { reason: error.message, isPermanent: isPermanentFailure(error) }),
    ),
})

export const startEmailDelivery = (context: EmailJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(emailQueue(context), context.log)
