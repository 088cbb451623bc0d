/** What the team writes for itself, and who looks after a deal. */
import type { Tx } from '#server/db/transaction.ts'

export type NoteSubject = { readonly dealId: string } | { readonly userId: number }

export async function insertNote(
  tx: Tx,
  subject: NoteSubject,
  { text, authorId, at }: { text: string; authorId: number; at: Date },
): Promise<void> {
  const about = 'dealId' in subject ? { deal_id: subject.dealId } : { user_id: subject.userId }
  await tx
    .insertInto('team_note')
    .values({ ...about, text, author_id: authorId, at })
    .execute()
}

/** Oldest first. */
export const listNotes = (tx: Tx, subject: NoteSubject) =>
  tx
    .selectFrom('team_note as n')
    .innerJoin('app_user as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.at', 'u.first_name as by'])
    .$if('dealId' in subject, (query) =>
      query.where('n.deal_id', '=', (subject as { dealId: string }).dealId),
    )
    .$if('userId' in subject, (query) =>
      query.where('n.user_id', '=', (subject as { userId: number }).userId),
    )
    .orderBy('n.id')
    .execute()

export const findOwner = (tx: Tx, dealId: string) =>
  tx
    .selectFrom('deal_owner as o')
    .innerJoin('app_user as u', 'u.id', 'o.owner_id')
    .select(['o.owner_id', 'u.first_name'])
    .where('o.deal_id', '=', dealId)
    .executeTakeFirst()

export async function setOwner(tx: Tx, dealId: string, ownerId: number, since: Date): Promise<void> {
  await tx
    .insertInto('deal_owner')
    .values({ deal_id: dealId, owner_id: ownerId, since })
    .onConflict((conflict) => conflict.column('deal_id').doUpdateSet({ owner_id: ownerId, since }))
    .execute()
}

/** Only of whoever looks after it: a colleague's stays. */
export async function clearOwner(tx: Tx, dealId: string, ownerId: number): Promise<void> {
  await tx.deleteFrom('deal_owner').where('deal_id', '=', dealId).where('owner_id', '=', ownerId).execute()
}

export const deleteNotesAbout = (tx: Tx, userId: number) =>
  tx.deleteFrom('team_note').where('user_id', '=', userId).execute()
