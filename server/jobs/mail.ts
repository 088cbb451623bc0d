/**
 * Sends written mail, and again what could not go the first time. A mail is leased while it is being
 * sent, outside any transaction; a server that is down delays it and loses none.
 */
import type { Transactor, Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { mailHtml, mailText } from '../mail/letter.ts'
import { isRefusedForGood, type MailTransport } from '../mail/transport.ts'
import {
  claimMail,
  giveUpMails,
  type MailRow,
  markMailSent,
  overtakenReminders,
  putOffMail,
} from '../repositories/mail.ts'
import { repeat } from './repeat.ts'

export interface MailParts {
  readonly transact: Transactor
  readonly mail: MailTransport
  readonly log: Log
}

/** Longer than the transport's own time limits together, so that no mail is sent by two. */
const LEASE_MS = 120_000
const BATCH = 50
/** Between two full batches: all that waits, in one go, would keep people's calls waiting. */
const BREATH_MS = 30
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 10 * 60_000
/** An address that a server refuses for good is tried so often, in case the server errs. */
const REFUSED_TRIES = 5

const waitMs = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

/** Some of what may go now: how many were taken, and how many of them went. */
export async function sendBatch(parts: MailParts): Promise<{ claimed: number; sent: number }> {
  const rows = await parts.transact(async (tx, now) => {
    const claimed = await claimMail(tx, now, { limit: BATCH, leaseMs: LEASE_MS })
    return { claimed: claimed.length, current: await withoutOvertaken(tx, claimed) }
  })
  return { claimed: rows.claimed, sent: await deliverAll(parts, rows.current) }
}

/** Only what waited for the morning can have been overtaken. */
async function withoutOvertaken(tx: Tx, rows: readonly MailRow[]): Promise<readonly MailRow[]> {
  const waited = rows.filter((row) => row.not_before !== null).map((row) => row.id)
  const overtaken = waited.length === 0 ? [] : await overtakenReminders(tx, waited)
  if (overtaken.length > 0) await giveUpMails(tx, overtaken, 'the move was made before it left')
  return rows.filter((row) => !overtaken.includes(row.id))
}

async function deliverAll(parts: MailParts, rows: readonly MailRow[]): Promise<number> {
  const went = await Promise.all(rows.map(async (row) => ((await deliver(parts, row)) ? [row.id] : [])))
  const ids = went.flat()
  if (ids.length > 0) await parts.transact((tx) => markMailSent(tx, ids))
  return ids.length
}

/** Whether the server took it; if not, when to try again is written down. */
async function deliver({ transact, mail, log }: MailParts, row: MailRow): Promise<boolean> {
  const { id, recipient, subject } = row
  try {
    await mail.send({ id, to: recipient, subject, text: mailText(row), html: mailHtml(row) })
    return true
  } catch (error) {
    const reason = (error as Error).message.slice(0, 300)
    const isLost = isRefusedForGood(error) && row.tries >= REFUSED_TRIES
    await transact((tx) =>
      isLost ? giveUpMails(tx, [id], reason) : putOffMail(tx, id, reason, waitMs(row.tries)),
    )
    log.warn({ mail: id, tries: row.tries, reason }, isLost ? 'a mail is given up' : 'a mail waits')
    return false
  }
}

/** The answer stops it, after the round that is running. */
export function watchMail(parts: MailParts, everyMs = 1_000): () => Promise<void> {
  let isMore = false
  return repeat({
    everyMs: () => (isMore ? BREATH_MS : everyMs),
    work: async () => {
      isMore = false
      isMore = (await sendBatch(parts)).claimed === BATCH
    },
    onTrouble: (error) => parts.log.warn({ reason: error.message }, 'mail waits'),
  })
}
