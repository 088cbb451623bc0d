/** Disputes that wait for the team, who looks after them, and decisions that wait for a second person. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DecisionProposalTable, DisputeTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { DealRow } from './deals.ts'

const MOST = 500

interface OpenCaseRow
  extends Pick<DealRow, 'id' | 'track' | 'amount_paise' | 'due_at'>,
    Pick<DisputeTable, 'reason' | 'wanted' | 'complainant' | 'filed_at'> {
  readonly title: string
  readonly payer_name: string | null
  readonly payee_name: string | null
  readonly payer_offer: number | null
  readonly payee_offer: number | null
  readonly owner_id: number | null
  readonly owner_name: string | null
  readonly proposed: boolean
}

/** The next deadline first. */
export async function listOpenCases(tx: Tx): Promise<OpenCaseRow[]> {
  const { rows } = await sql<OpenCaseRow>`
    select d.id, d.track, d.amount_paise, d.due_at, c.reason, c.wanted, c.complainant, c.filed_at,
           left(coalesce(d.terms->>'service_details', d.terms->>'deliverables', ''), 60) as title,
           payer.first_name || ' ' || payer.last_name as payer_name,
           coalesce(payee.business_name, payee.first_name || ' ' || payee.last_name) as payee_name,
           (select payer_share_paise from offer o where o.deal_id = d.id and o.by = 'payer' order by at desc limit 1) as payer_offer,
           (select payer_share_paise from offer o where o.deal_id = d.id and o.by = 'payee' order by at desc limit 1) as payee_offer,
           w.owner_id, owner.first_name as owner_name,
           exists (select from decision_proposal p where p.deal_id = d.id and p.state = 'open') as proposed
      from deal d join dispute c on c.deal_id = d.id
      left join app_user payer on payer.id = d.payer_id
      left join app_user payee on payee.id = d.payee_id
      left join deal_owner w on w.deal_id = d.id
      left join app_user owner on owner.id = w.owner_id
     where d.status = 'mediation'
     order by d.due_at, d.no
     limit ${MOST}`.execute(tx)
  return rows
}

/**
 * Whether somebody has a number or a payout target in common with a side of a deal, now or before. A side's number for payments
 * is not looked at: it is not proved, and whoever types that of an Admin into it would choose who decides.
 */
export async function sharesWithParties(tx: Tx, userId: number, deal: DealRow): Promise<boolean> {
  const { rows } = await sql<{ shares: boolean }>`
    with me as (select phone_number, payment_number, lost_phone_number from app_user where id = ${userId}),
    mine as (select n from me, unnest(array[me.phone_number, me.payment_number, me.lost_phone_number]) n where n ~ '^[0-9]{10}$'),
    side as (select * from app_user where id = any(${[deal.payer_id, deal.payee_id].flatMap((id) => id ?? [])}::bigint[])),
    theirs as (
      select n from side, unnest(array[side.phone_number, side.lost_phone_number]) n
      union select ${deal.counterparty_phone}
    )
    select exists (select from mine join theirs on theirs.n = mine.n)
        or exists (select from payout_target a join payout_target b on b.address_hash = a.address_hash
                    where a.user_id = ${userId} and length(a.address_hash) = 32
                      and b.user_id in (select id from side) and b.user_id <> ${userId}) as shares`.execute(
    tx,
  )
  return rows[0]?.shares === true
}

export type DecisionProposalRow = Selectable<DecisionProposalTable>

/** False when one waits already: the unique index decides, whoever was first. */
export async function insertProposal(tx: Tx, values: Insertable<DecisionProposalTable>): Promise<boolean> {
  const row = await tx
    .insertInto('decision_proposal')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findProposal = (tx: Tx, id: string): Promise<DecisionProposalRow | undefined> =>
  tx.selectFrom('decision_proposal').selectAll().where('id', '=', id).executeTakeFirst()

export const findOpenProposal = (tx: Tx, dealId: string) =>
  tx
    .selectFrom('decision_proposal as p')
    .innerJoin('app_user as u', 'u.id', 'p.proposed_by')
    .selectAll('p')
    .select('u.first_name')
    .where('p.deal_id', '=', dealId)
    .where('p.state', '=', 'open')
    .executeTakeFirst()

export async function closeProposal(
  tx: Tx,
  { id, state, by, at }: { id: string; state: 'confirmed' | 'dropped'; by: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('decision_proposal')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
