/**
 * Sends written mail: at once by a job, and by a sweep what could not go then. A mail is leased while it is being
 * sent, outside any transaction; a server that is down delays it and loses none.
 */
import type { Transactor } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { isRefusedForGood, type MailTransport } from '../mail/transport.ts'
import { claimMail, type MailRow, markMailSent, putOffMail } from '../repositories/mail.ts'
import { repeat } from './repeat.ts'

export interface MailParts {
  readonly transact: Transactor
  readonly mail: MailTransport
  readonly log: Log
}

/** Longer than the transport's own time limits together, so that no mail is sent by two. */
const LEASE_MS = 120_000
const BATCH = 20
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 10 * 60_000
/** An address that a server refuses for good is tried so often, in case the server errs. */
const REFUSED_TRIES = 5

const waitMs = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

export async function deliverMail(parts: MailParts, mailId: number): Promise<void> {
  const [row] = await parts.transact((tx, now) =>
    claimMail(tx, now, { id: mailId, limit: 1, leaseMs: LEASE_MS }),
  )
  if (row) await deliver(parts, row)
}

/** All that may go now; answers how many went. */
export async function sweepMail(parts: MailParts): Promise<number> {
  let sent = 0
  for (;;) {
    const rows = await parts.transact((tx, now) => claimMail(tx, now, { limit: BATCH, leaseMs: LEASE_MS }))
    if (rows.length === 0) return sent
    const went = await Promise.all(rows.map((row) => deliver(parts, row)))
    sent += went.filter(Boolean).length
  }
}

async function deliver({ transact, mail, log }: MailParts, row: MailRow): Promise<boolean> {
  const { id, subject, text, html } = row
  try {
    await mail.send({ id, to: row.recipient, subject, text, html })
  } catch (error) {
    const reason = (error as Error).message.slice(0, 300)
    const isLost = isRefusedForGood(error) && row.tries >= REFUSED_TRIES
    await transact((tx) => putOffMail(tx, id, reason, isLost ? null : waitMs(row.tries)))
    log.warn({ mail: id, tries: row.tries, reason }, isLost ? 'a mail is given up' : 'a mail waits')
    return false
  }
  await transact((tx) => markMailSent(tx, id))
  return true
}

/** The answer stops it, after the round that is running. */
export const watchMail = (parts: MailParts, everyMs = 5_000): (() => Promise<void>) =>
  repeat({
    everyMs,
    work: () => sweepMail(parts),
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'mail waits'),
  })
