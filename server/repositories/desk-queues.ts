/** How much waits at each desk of the team, since when, and which deadlines come next. */
import { sql } from 'kysely'
import type { DeskName } from '#core/contract/home.ts'
import type { Tx } from '#server/db/transaction.ts'
import { unprovedOpenings } from './bank-openings.ts'

export interface DeskQueue {
  readonly desk: DeskName
  readonly count: number
  readonly oldest_at: Date | null
}

/** What the caller made themselves waits for another. Each part is read by an index of what is open. */
export async function deskQueues(tx: Tx, userId: number): Promise<DeskQueue[]> {
  const { rows } = await sql<DeskQueue>`
    select 'disputes' as desk, count(*)::int as count, min(disputed_at) as oldest_at from deal where status = 'mediation'
    union all
    select 'grievances', count(*)::int, min(created_at) from grievance where resolved_at is null
    union all
    select 'lines', count(*)::int, min(l.date)::timestamp at time zone 'Asia/Kolkata' from line_booking b
      join statement_line l on l.bank_account_id = b.bank_account_id and l.position = b.position
     where b.outcome in ('suspense', 'unexplained')
       and not exists (select from line_decision d where d.bank_account_id = b.bank_account_id
                          and d.position = b.position and d.state in ('proposed', 'done'))
    union all
    select 'second', count(*)::int, min(decided_at) from line_decision
     where (state = 'proposed' and decided_by <> ${userId}) or (state = 'done' and undo_asked_by <> ${userId})
    union all
    select 'statements', count(*)::int, min(uploaded_at) from statement_import i
     where state = 'read' and uploaded_by <> ${userId}
       and not exists (select from statement_drop d where d.import_id = i.id)
    union all
    select 'policies', count(*)::int, min(proposed_at) from policy_proposal
     where state = 'open' and proposed_by <> ${userId}
    union all
    select 'batches', count(*)::int, min(made_at) from payout_batch where state = 'made' and made_by <> ${userId}
    union all
    select 'by_hand', count(*)::int, min(p.created_at) from payout p
     where p.by_hand and p.status = 'queued'
       and not exists (select from payout_batch_line l
                        where l.payout_id = p.id and l.generation = p.generation and l.is_live)
    union all
    select 'payouts', count(*)::int, min(created_at) from payout where status in ('held', 'review')
    union all
    select 'targets', count(*)::int, min(t.created_at) from payout_target t
     where t.retired_at is null and not t.name_matches and t.user_id <> ${userId}
       and (select count(*) from target_check c where c.target_id = t.id and c.verdict = 'approved') < 2
       and not exists (select from target_check c where c.target_id = t.id and c.checked_by = ${userId})
    union all
    select 'frozen', count(*)::int, min(frozen_since) from deal where frozen_since is not null
    union all
    select 'chargebacks', count(*)::int, min(opened_at) from chargeback where ended_at is null
    union all
    select 'discrepancies', count(*)::int, min(opened_at) from discrepancy
     where closed_at is null and proposed_by is distinct from ${userId}
    union all
    select 'reports', count(*)::int, min(at) from webhook_event where state = 'failed'
    union all
    select 'leads', count(*)::int, min(created_at) from lead where done_at is null`.execute(tx)
  return rows
}

interface NextDeadline {
  readonly id: string
  readonly status: string
  readonly amount_paise: number
  readonly title: string
  readonly due_at: Date
}

/** The soonest first; those that have passed and wait for the job come before all. */
export async function nextDeadlines(tx: Tx, limit: number): Promise<NextDeadline[]> {
  const { rows } = await sql<NextDeadline>`
    select id, status, amount_paise, due_at,
           left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60) as title
      from deal where due_at is not null order by due_at limit ${limit}`.execute(tx)
  return rows
}

interface HeldAt {
  readonly code: string
  readonly paise: number
}

/** What stands at each bank account and provider; an asset stands below zero in the books. */
export async function heldAt(tx: Tx): Promise<HeldAt[]> {
  const { rows } = await sql<HeldAt>`
    with place as (
      select distinct code from ledger_account
       where (code >= 'bank:' and code < 'bank;') or (code >= 'gateway:' and code < 'gateway;')
    )
    select code, 0 - balance_of(code) as paise from place order by code`.execute(tx)
  const unproved = new Map((await unprovedOpenings(tx)).map(({ code, paise }) => [code, paise]))
  return rows.map(({ code, paise }) => ({ code, paise: paise - (unproved.get(code) ?? 0) }))
}

interface RailHealth {
  readonly provider: string
  readonly heard_at: Date | null
  readonly unknown_at: Date | null
  readonly unknown: number
}

/** Of each provider: its last payment, and payouts whose outcome nobody knows. */
export async function railHealth(tx: Tx, providers: readonly string[]): Promise<RailHealth[]> {
  const { rows } = await sql<RailHealth>`
    select p.provider,
           (select at from deposit d where d.provider = p.provider order by at desc limit 1) as heard_at,
           (select min(created_at) from payout o where o.provider = p.provider and o.status = 'sent') as unknown_at,
           (select count(*)::int from payout o where o.provider = p.provider and o.status = 'sent') as unknown
      from unnest(${[...providers]}::text[]) p (provider)`.execute(tx)
  return rows
}
