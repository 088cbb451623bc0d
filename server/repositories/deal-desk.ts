/** What the team sees of a deal beside what its parties see. */
import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import type { DealOfPerson } from './people.ts'

const MOST_RELATED = 20

type RelatedDeal = Omit<DealOfPerson, 'pays'>

/** Of the same two people, whoever pays. */
export async function listRelated(
  tx: Tx,
  deal: { id: string; payer_id: number | null; payee_id: number | null },
): Promise<RelatedDeal[]> {
  const { rows } = await sql<RelatedDeal>`
    select id, status, amount_paise, created_at,
           left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60) as title
      from deal
     where ((payer_id = ${deal.payer_id} and payee_id = ${deal.payee_id})
         or (payer_id = ${deal.payee_id} and payee_id = ${deal.payer_id})) and id <> ${deal.id}
     order by no desc limit ${MOST_RELATED}`.execute(tx)
  return rows
}

export interface TransferWithEntries {
  readonly id: string
  readonly kind: string
  readonly form_pk: string | null
  readonly at: Date
  readonly entries: readonly { readonly account: string; readonly amount_paise: number }[]
}

/**
 * Oldest first, each whole: an entry of it may be of an account that is no part of the deal. A payout's transfer names no
 * deal, since its bank line may know the payout alone: it is met by the payout's own id.
 */
export async function listTransfersOf(tx: Tx, dealId: string): Promise<TransferWithEntries[]> {
  const { rows } = await sql<TransferWithEntries>`
    select t.id, t.kind, t.deal_id as form_pk, t.at,
           json_agg(json_build_object('account', a.code, 'amount_paise', e.amount) order by e.amount, a.code) as entries
      from transfer t
      join entry e on e.transfer_no = t.no
      join ledger_account a on a.id = e.account_id
     where t.no = any(array(
       select no from transfer where deal_id = ${dealId}
       union
       select x.no from payout p join transfer x on x.id in ('payout:' || p.id, 'payout:' || p.id || ':returned')
        where p.deal_id = ${dealId}))
     group by t.no order by t.no`.execute(tx)
  return rows
}
