/** Sends one written mail. The row is locked meanwhile, so no other process sends it too; a failure leaves it unsent. */
import type { Transactor } from '../db/transaction.ts'
import type { MailTransport } from '../mail/transport.ts'
import { lockMail, markMailSent } from '../repositories/mail.ts'

export const deliverMail = (
  { transact, mail }: { transact: Transactor; mail: MailTransport },
  mailId: number,
): Promise<void> =>
  transact(async (tx) => {
    const row = await lockMail(tx, mailId)
    if (!row) return
    await mail.send({ id: row.id, to: row.recipient, subject: row.subject, text: row.text, html: row.html })
    await markMailSent(tx, mailId)
  })
