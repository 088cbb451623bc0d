/** Links that open a complaint without a password, by the hash of their token. They expire on product time. */
import { prepare } from '#server/db/prepare.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface ComplaintLinkRow {
  readonly deal_id: string
  readonly user_id: number
}

/** A new link voids those before it. */
export const replaceComplaintLink = (tx: Tx, link: NewComplaintLink) => insertInPlace(tx, { link })

interface NewComplaintLink extends ComplaintLinkRow {
  readonly token_hash: Buffer
  readonly expires_at: Date
}

const insertInPlace = prepare((tx: Tx, { link }: { link: NewComplaintLink }) =>
  tx
    .with('voided', (db) => db.deleteFrom('complaint_link').where('deal_id', '=', link.deal_id))
    .insertInto('complaint_link')
    .values(link),
)

/** A link that still works. */
export const findComplaintLink = (
  tx: Tx,
  tokenHash: Buffer,
  now: number,
): Promise<ComplaintLinkRow | undefined> =>
  tx
    .selectFrom('complaint_link')
    .select(['deal_id', 'user_id'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** False when somebody has used it in the meantime. */
export async function consumeComplaintLink(tx: Tx, tokenHash: Buffer, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('complaint_link')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('deal_id')
    .executeTakeFirst()
  return row !== undefined
}
