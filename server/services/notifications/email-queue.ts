/** Which emails go out now, and what becomes of them. */
import type { Tx } from '#server/db/transaction.ts'
import {
  claimEmails,
  type EmailRow,
  giveUpEmails,
  markEmailSent,
  overtakenEmails,
  postponeEmail,
} from '#server/repositories/emails.ts'
import { OVERTAKEN } from '#server/repositories/queue.ts'
import type { Ctx } from '#server/services/context.ts'
import { withTokens } from './mailed-token.ts'

export type { EmailRow }

const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 10 * 60_000
/** Tries at an address that the server refuses permanently, in case the server is misconfigured for a while. */
const REFUSED_TRIES = 5

const waitMs = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

/** Claims due emails, without those that became obsolete while they waited: reminders, and word of messages that were read. */
export async function claimEmailsToSend(
  { tx, settings }: Pick<Ctx, 'tx' | 'settings'>,
  limit: number,
): Promise<readonly EmailRow[]> {
  const rows = await claimEmails(tx, limit)
  const waited = rows.filter((row) => row.not_before !== null).map((row) => row.id)
  const overtaken = waited.length === 0 ? [] : await overtakenEmails(tx, waited)
  if (overtaken.length > 0) await giveUpEmails(tx, overtaken, OVERTAKEN)
  return withTokens(
    { tx, settings },
    rows.filter((row) => !overtaken.includes(row.id)),
  )
}

export const markEmailsSent = (tx: Tx, rows: readonly EmailRow[]) =>
  markEmailSent(
    tx,
    rows.map((row) => row.id),
  )

export function emailFailed(
  tx: Tx,
  { id, tries }: EmailRow,
  { reason, isPermanent }: { reason: string; isPermanent: boolean },
) {
  const problem = reason.slice(0, 300)
  return isPermanent && tries >= REFUSED_TRIES
    ? giveUpEmails(tx, [id], problem)
    : postponeEmail(tx, id, problem, waitMs(tries))
}
