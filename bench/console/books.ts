/**
 * The books of deals that are there: what `post` would have written for each, as whole tables. Called three million times it
 * would take an hour.
 */
import type pg from 'pg'

/** Transfers a transaction, which is a block of the seal. */
const BATCH = 20_000

/** Accounts stand in the order of their codes, as `post` sorts them. */
const POSTINGS = `create unlogged table posting as
  select row_number() over (order by at, id)::bigint as no, p.* from (
    select id || ':fund' as id, 'fund' as kind, id as deal_id, null as resolves, funded_at as at,
           array['gateway:sandbox', 'hold:' || id] as codes, array[0 - amount_paise, amount_paise] as amounts
      from deal where funded_at is not null
    union all
    select id || ':end', 'release', id, 'hold:' || id, ended_at, array['commission', 'hold:' || id, 'payable:' || payee_id],
           array[amount_paise / 50, 0 - amount_paise, amount_paise - amount_paise / 50]
      from deal where funded_at is not null and status in ('released', 'settled')
    union all
    select id || ':end', 'refund', id, 'hold:' || id, ended_at, array['hold:' || id, 'payable:' || payer_id],
           array[0 - amount_paise, amount_paise]
      from deal where funded_at is not null and ended_at is not null and status not in ('released', 'settled')
    union all
    select id || ':out', 'payout', deal_id, null, paid_at, array['gateway:sandbox', 'payable:' || user_id],
           array[amount_paise, 0 - amount_paise]
      from payout) p`

const LINES = `create unlogged table line as
  select no, code, amount, code in ('gateway:sandbox', 'commission') as is_derived,
         row_number() over each_account as version, sum(amount) over each_account as balance_after
    from posting, unnest(codes, amounts) l (code, amount)
  window each_account as (partition by code order by no)`

const ACCOUNTS = `insert into ledger_account (code, floor, balance, version, closed)
  select code, case when not is_derived then 0 end, case when is_derived then 0 else sum(amount) end,
         case when is_derived then 0 else count(*) end, code like 'hold:%' and sum(amount) = 0
    from line group by code, is_derived order by min(no)`

const ENTRIES = `insert into entry (transfer_no, account_id, amount, version, balance_after)
  select l.no, a.id, l.amount, case when not is_derived then l.version end, case when not is_derived then l.balance_after end
    from line l join ledger_account a using (code) order by l.no, a.id`

const TRANSFERS = `insert into transfer (no, id, kind, deal_id, resolves, fingerprint, at, hash)
  select no, id, kind, deal_id, resolves, print, at, transfer_hash(no, print, at, pg_current_xact_id())
    from (select *, hash_of(json_build_array(id, kind, deal_id, resolves, codes, amounts)) as print from posting
           where no > $1 and no <= $1 + ${BATCH}) p order by no`

export async function fillBooks(client: pg.Client): Promise<void> {
  await client.query(POSTINGS)
  await client.query('create unique index on posting (no)')
  await client.query(LINES)
  await client.query('analyze posting, line')
  // the trigger takes the entries of one transfer a statement
  await client.query('alter table entry disable trigger entries_balance')
  await client.query(ACCOUNTS)
  await client.query('analyze ledger_account')
  await client.query(ENTRIES)
  await client.query('alter table entry enable trigger entries_balance')
  const { rows } = await client.query('select max(no) as last from posting')
  for (let from = 0; from < Number(rows[0].last); from += BATCH) await client.query(TRANSFERS, [from])
  await client.query(`select setval('transfer_no_seq', (select max(no) from transfer))`)
  await client.query('drop table posting, line')
  await client.query('vacuum analyze transfer, entry, ledger_account')
  // as the server would have, a block at a time
  while (((await client.query('select no from seal()')).rowCount ?? 0) > 0);
}
