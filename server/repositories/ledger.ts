/**
 * The ledger, over the functions of migrations/002-ledger.sql, 008-seals-and-verify.sql (docs/ledger.md).
 * Amounts are whole paise. Reads see what this transaction has posted.
 */
import { sql } from 'kysely'
import type { AccountCode } from '#core/accounts.ts'
import { type Paise, paise } from '#core/money.ts'
import { prepare } from '#server/db/prepare.ts'
import type { ReadTx, Tx } from '#server/db/transaction.ts'
import { unprovedPaise } from './bank-openings.ts'

interface Entry {
  readonly account: AccountCode
  /** Paise: above zero credits the account, below zero debits it, zero is refused. */
  readonly amountPaise: number
}

export interface Posting {
  /** Made by the caller from what it stands for, as `deal:<form_pk>:end`: asked again, it is the same transfer. */
  readonly id: string
  /** What it is, in small letters and underscores. */
  readonly kind: string
  readonly dealId?: string
  /** The hold or fee_hold that this ends. It is debited here to zero and takes no money afterwards. */
  readonly resolves?: AccountCode
  /** Two or more accounts, each once, that sum to zero. */
  readonly entries: readonly Entry[]
}

/**
 * `created`: posted now. `exists`: this very posting was posted before. `mismatch`: its id was, with other content.
 * `already_resolved`: the hold it ends, or pays into, has ended. `insufficient`: a hold, payable or the suspense
 * has less than is asked of it. All but `created` have changed nothing.
 */
export type PostResult = 'created' | 'exists' | 'mismatch' | 'already_resolved' | 'insufficient'

interface PostValues {
  readonly id: string
  readonly kind: string
  readonly dealId: string | null
  readonly resolves: string | null
  readonly accounts: readonly string[]
  readonly amounts: readonly Paise[]
}
const callPost = prepare(
  (_tx: Tx, { id, kind, dealId, resolves, accounts, amounts }: PostValues) =>
    sql<{ result: PostResult }>`
      select post(${id}, ${kind}, ${dealId}, ${resolves}, ${accounts}, ${amounts}) as result`,
)

/**
 * Posts a transfer, whole or not at all, in one round trip. Accounts open on first use.
 * Throws on what only a bug can ask for: entries that do not sum to zero, an unknown account, a hold debited by
 * a posting that does not resolve it or leaves something in it. `post()` in 002-ledger.sql.
 */
export async function post(tx: Tx, { id, kind, dealId, resolves, entries }: Posting): Promise<PostResult> {
  const accounts = entries.map((entry) => entry.account)
  const amounts = entries.map((entry) => paise(entry.amountPaise))
  const values = { id, kind, dealId: dealId ?? null, resolves: resolves ?? null, accounts, amounts }
  const result = (await callPost(tx, values)).rows[0]?.result
  if (!result) throw new Error(`the ledger did not answer to ${id}`)
  return result
}

/** The same of many in one statement, in their order: each is whole or not at all. */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<PostResult[]> {
  const rows = postings.map(({ id, kind, dealId = null, resolves = null, entries }) => ({
    ...{ id, kind, deal: dealId, resolves },
    accounts: entries.map((entry) => entry.account),
    amounts: entries.map((entry) => paise(entry.amountPaise)),
  }))
  const { rows: results } = await sql<{ result: PostResult }>`
    select post(p.id, p.kind, p.deal, p.resolves, p.accounts, p.amounts) as result
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as (id text, kind text, deal text, resolves text, accounts text[], amounts bigint[]))
           with ordinality as p (id, kind, deal, resolves, accounts, amounts, n)
     order by p.n`.execute(tx)
  return results.map(({ result }) => result)
}

/** Paise on the account; zero for one that was never used. `balance_of()` in 008-seals-and-verify.sql. */
export async function balanceOf(tx: Tx, account: AccountCode): Promise<Paise> {
  const { rows } = await sql<{ balance: number }>`select balance_of(${account}) as balance`.execute(tx)
  return paise(rows[0]?.balance ?? 0)
}

/** Paise by account; those that were never used are left out. */
export async function balancesOf(tx: Tx, accounts: readonly AccountCode[]): Promise<Map<string, Paise>> {
  const { rows } = await sql<{ code: string; balance: number }>`
    select code, sum(balance)::bigint as balance from ledger_account where code = any(${accounts}) group by code`.execute(
    tx,
  )
  return new Map(rows.map(({ code, balance }) => [code, paise(balance)]))
}

/** What the deal's transfers have added to each account, in paise, by account code. */
export async function movementsOfDeal(tx: Tx, dealId: string): Promise<Readonly<Record<string, Paise>>> {
  const { rows } = await sql<{ code: string; amount: number }>`
    select a.code::text as code, sum(e.amount)::bigint as amount
    from transfer t
    join entry e on e.transfer_no = t.no
    join ledger_account a on a.id = e.account_id
    where t.deal_id = ${dealId}
    group by a.code`.execute(tx)
  return Object.fromEntries(rows.map(({ code, amount }) => [code, paise(amount)]))
}

/**
 * The sum of every balance in paise: anything but zero means that the books are wrong. Reads all accounts, a tenth
 * of a second per million: for a gauge, not for a request. `ledger_imbalance()` in 008-seals-and-verify.sql.
 */
export async function ledgerImbalance(tx: ReadTx): Promise<Paise> {
  const { rows } = await sql<{ sum: number }>`select ledger_imbalance() as sum`.execute(tx)
  return paise(rows[0]?.sum ?? 0)
}

export interface Sealed {
  readonly no: number
  readonly transfers: number
  readonly events: number
  /** Hex. Kept outside of the database it proves that nothing up to this block was changed. */
  readonly hash: string
}

/** Seals the next block; null when nothing waits or another process is at it. `seal()` in 008-seals-and-verify.sql. */
export async function sealNext(tx: Tx): Promise<Sealed | null> {
  const { rows } = await sql<Sealed>`select no, transfers, events, hash from seal()`.execute(tx)
  return rows[0] ?? null
}

export interface Problem {
  readonly check: string
  /** Which transfer, account, deal event, block or guard. */
  readonly subject: string
  readonly detail: string
}

/** Both together are `verify()`: 008-seals-and-verify.sql. */
export const HALVES = [1, 2] as const

/** Recomputes half of what the books have to fit; empty when it does. Seconds for a million entries. */
export async function verifyHalf(tx: ReadTx, half: (typeof HALVES)[number]): Promise<Problem[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const { rows } = await sql<Problem>`
    select check_name as check, subject, detail from verify_half(${half}) limit 1000`.execute(tx)
  return rows
}

/**
 * What the operator has of their own: all that stands at banks and providers, less all that is other people's and the taxes
 * that are owed. A tax to be claimed back is not there yet. Below zero, other people's money is missing.
 */
export async function ownPaise(tx: Tx): Promise<number> {
  const { rows } = await sql<{ own: number }>`
    with own as (
      select distinct code from ledger_account
       where code in ('commission', 'dispute_fees', 'owner')
          or (code >= 'expense:' and code < 'expense;')
          or (code >= 'receivable:' and code < 'receivable;')
          or (code >= 'tax:' and code < 'tax;')
    )
    select coalesce(sum(case when code like 'tax:%' then least(balance, 0) else balance end), 0)::bigint as own
      from own, lateral (select balance_of(code) as balance) b`.execute(tx)
  return (rows[0]?.own ?? 0) - (await unprovedPaise(tx))
}
