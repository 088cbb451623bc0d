/** The books as they are read by the team: balances at a moment, transfers page by page, lines of one person. */
import { type RawBuilder, sql } from 'kysely'
import { payableAccount } from '#core/accounts.ts'
import type { TrialRow } from '#core/contract/ledger.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { TransferWithEntries } from './deal-desk.ts'

/**
 * Each account as it stood at a moment: as it is now, less what came after. The way back is short for the moments that are
 * asked for, and all of it is one statement, so that a transfer that is booked while it runs counts on no side.
 */
const balancesAt = (at: Date, codes: RawBuilder<unknown>) => sql`
  later as (
    select e.account_id, sum(e.amount)::bigint as amount
      from transfer t join entry e on e.transfer_no = t.no where t.at > ${at} group by e.account_id
  ), stood as (
    select a.code,
           ((case when a.floor is null then balance_of(a.code) else a.balance end) - coalesce(l.amount, 0))::bigint as paise
      from ledger_account a left join later l on l.account_id = a.id
     where ${codes}
  )`

/** Most accounts stand at nothing, and stood so. */
const MOVED = sql`a.balance <> 0 or a.floor is null or l.account_id is not null`

/** A tax that is owed is the State's; one to be claimed back lessens what is our own (`ownPaise` says the same). */
export async function trialRows(tx: Tx, at: Date): Promise<TrialRow[]> {
  const { rows } = await sql<TrialRow>`
    with ${balancesAt(at, MOVED)},
    account as (select code, split_part(code, ':', 1) as "group", sum(paise)::bigint as paise from stood group by code)
    select case when "group" in ('bank', 'gateway') then 'backing'
                when "group" in ('commission', 'dispute_fees', 'owner', 'expense', 'receivable') then 'own'
                when "group" = 'tax' and paise < 0 then 'own'
                else 'others' end as side,
           "group", count(*)::int as accounts,
           coalesce(sum(0 - paise) filter (where paise < 0), 0)::bigint as debit_paise,
           coalesce(sum(paise) filter (where paise > 0), 0)::bigint as credit_paise
      from account where paise <> 0 group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

interface AccountStand {
  readonly account: string
  readonly paise: number
}

/**
 * Of a group, in paise at that moment, above zero for a credit; those that stood at zero are left out. By code: `after` is
 * the last one of the page before.
 */
export async function listAccountsAt(
  tx: Tx,
  { group, at, after, limit }: { group: string; at: Date; after: string | undefined; limit: number },
): Promise<AccountStand[]> {
  // the span is what the index is read by; what stands in it beside the group begins like it
  const ofGroup = sql`a.code >= ${group} and a.code < ${`${group};`} and a.code > ${after ?? ''}
    and (a.code = ${group} or a.code >= ${`${group}:`}) and (${MOVED})`
  const { rows } = await sql<AccountStand>`
    with ${balancesAt(at, ofGroup)}
    select code as account, sum(paise)::bigint as paise from stood
     group by code having sum(paise) <> 0 order by code limit ${limit}`.execute(tx)
  return rows
}

export interface NumberedTransfer extends TransferWithEntries {
  readonly no: number
}

/** Newest first. */
export async function listTransfers(
  tx: Tx,
  { account, before, limit }: { account: string | undefined; before: number | undefined; limit: number },
): Promise<NumberedTransfer[]> {
  const page =
    account === undefined
      ? sql`select no from transfer t where ${before ?? null}::bigint is null or t.no < ${before ?? null}
             order by no desc limit ${limit}`
      : sql`select distinct e.transfer_no as no from entry e
             where e.account_id = any(array(select id from ledger_account where code = ${account}))
               and (${before ?? null}::bigint is null or e.transfer_no < ${before ?? null})
             order by no desc limit ${limit}`
  const { rows } = await sql<NumberedTransfer>`
    select t.no, t.id, t.kind, t.deal_id as form_pk, t.at,
           json_agg(json_build_object('account', a.code, 'amount_paise', e.amount) order by e.amount, a.code) as entries
      from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
     where t.no = any(array(${page}))
     group by t.no order by t.no desc`.execute(tx)
  return rows
}

export interface LineOfPerson {
  readonly at: Date
  readonly kind: string
  readonly deal_id: string | null
  /** Into a deal of theirs. */
  readonly paid_in: number
  /** To what is owed to them; below zero it was paid out. */
  readonly owed: number
}

/** What was owed to a person, in paise, before a moment: the sum of what became theirs less what was paid to them. */
export async function owedBefore(tx: Tx, userId: number, moment: Date): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(e.amount), 0)::bigint as owed
      from entry e join transfer t on t.no = e.transfer_no
     where e.account_id = any(array(select id from ledger_account where code = ${payableAccount(userId)}))
       and t.at < ${moment}`.execute(tx)
  return Number(rows[0]?.owed ?? 0)
}

/** Oldest first, both ends included: what they put into their deals, and what became owed to them and was paid. */
export async function linesOfPerson(
  tx: Tx,
  userId: number,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<LineOfPerson[]> {
  const { rows } = await sql<LineOfPerson>`
    with part as (
      select t.no, t.at, t.kind, coalesce(t.deal_id, p.deal_id) as deal_id, 0::bigint as paid_in, e.amount as owed
        from entry e join transfer t on t.no = e.transfer_no
        left join payout p on t.kind like 'payout%' and p.id = split_part(t.id, ':', 2)
       where e.account_id = any(array(select id from ledger_account where code = ${payableAccount(userId)}))
      union all
      select t.no, t.at, t.kind, t.deal_id, e.amount, 0
        from deal d
        join transfer t on t.deal_id = d.id and t.kind in ('fund', 'fee')
        join entry e on e.transfer_no = t.no
        join ledger_account a on a.id = e.account_id
       where (d.payer_id = ${userId} and a.code in ('hold:' || d.id, 'fee_hold:' || d.id || ':payer'))
          or (d.payee_id = ${userId} and a.code = 'fee_hold:' || d.id || ':payee')
    )
    select at, kind, deal_id, sum(paid_in)::bigint as paid_in, sum(owed)::bigint as owed
      from part where at between ${from} and ${until} group by no, at, kind, deal_id order by no limit ${limit}`.execute(
    tx,
  )
  return rows
}
