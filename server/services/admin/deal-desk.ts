/** A deal for the team: its people and whom they share something with, their other deals, its lines of the ledger. */
import type { LedgerTransfer, TeamDeal } from '#core/contract/deal-desk.ts'
import { toIso } from '#core/time.ts'
import { listRelated, listTransfersOf, type TransferWithEntries } from '#server/repositories/deal-desk.ts'
import { findPerson, sharedWith } from '#server/repositories/people.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getTeamDeal } from './dispute-desk.ts'

export async function readTeamDeal(ctx: UserCtx, dealId: string): Promise<TeamDeal> {
  const deal = await getTeamDeal(ctx, dealId)
  const related = await listRelated(ctx.tx, deal)
  const transfers = await listTransfersOf(ctx.tx, dealId)
  return {
    payer: await partyOf(ctx, deal.payer_id),
    payee: await partyOf(ctx, deal.payee_id),
    related: related.map(({ id, title, created_at, ...row }) => ({
      ...row,
      ...{ form_pk: id, product: title, created_at: toIso(created_at.getTime()) },
    })),
    transfers: transfers.map(presentTransfer),
  }
}

async function partyOf(ctx: UserCtx, id: number | null): Promise<TeamDeal['payer']> {
  const row = id === null ? undefined : await findPerson(ctx.tx, id)
  if (!row) return null
  const others = await sharedWith(ctx.tx, row.id)
  return {
    ...{ id: row.id, name: `${row.first_name} ${row.last_name}` },
    sharing: others.map((other) => ({ id: other.id, name: other.name, what: other.what })),
  }
}

export const presentTransfer = ({ at, entries, id, kind, form_pk }: TransferWithEntries): LedgerTransfer => ({
  ...{ id, kind, form_pk, at: toIso(at.getTime()) },
  entries: [...entries],
})
