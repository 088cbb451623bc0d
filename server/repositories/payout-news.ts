/** Tells the streams of a deal that one of its payouts has another state: a deal that has ended has no events any more. */
import { sql } from 'kysely'
import { prepareText } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

/** As notify_deal_changed() does (007-communication.sql): where nobody follows the deal, NOTIFY would only hold up commits. */
const notification = prepareText(
  (_tx: Tx, { id }: { id: string }) => sql`
    select pg_notify('deal', 'payout ' || deal_id) from payout
     where id = ${id} and deal_id is not null and not pg_try_advisory_xact_lock(1684104556, hashtext(deal_id))`,
)

/** Sent together with the commit. */
export const announcePayout = (tx: Tx, id: string): void => tx.beforeCommit(notification(tx, { id }))
