-- Tamper evidence (docs/ledger.md): seals and verify().
--
-- Sealing: committed transfers and deal events are added to a chain of blocks shortly after they were written, each
-- block with the hash of the previous one.

create table seal_block (
  no             bigint primary key,
  era            integer not null,
  from_xid       xid8 not null,
  to_xid         xid8 not null,
  after_transfer bigint not null,
  after_event    bigint not null,
  transfers      integer not null,
  entries        integer not null,
  events         integer not null,
  content        text not null,
  prev_hash      text not null,
  hash           text not null,
  sealed_at      timestamptz not null
);
comment on column seal_block.from_xid is 'First database transaction whose writes the block covers; to_xid is exclusive.';
comment on column seal_block.era is
  'Restored rows keep the transaction ids of their original database, so a restore starts a new era, for transfers after after_transfer and events after after_event.';
comment on column seal_block.content is
  'sha256 of the hash of each transfer by no; then of each of their entries by transfer_no and account_id: transfer_no, account_id, amount, version, balance_after, each as 8 bytes, big-endian, 0 for null; then of the hash of each event by id, in hex.';
comment on column seal_block.hash is 'hash_of the other columns in their order, transaction numbers as text, sealed_at in microseconds.';

create function seal_hash(b seal_block) returns text language sql stable parallel safe
  return encode(hash_of(json_build_array((b).no, (b).era, (b).from_xid::text, (b).to_xid::text, (b).after_transfer,
    (b).after_event, (b).transfers, (b).entries, (b).events, (b).content, (b).prev_hash, micros((b).sealed_at))), 'hex');

-- `no + 0` here and below prevents the use of the index on `no`: nearly all rows belong to the era, so it is not
-- selective. Covers transfers p_transfers[1] < no <= p_transfers[2] and events p_events[1] < id <= p_events[2].
create function seal_content(p_from xid8, p_to xid8, p_transfers bigint[], p_events bigint[])
returns table (transfers integer, entries integer, events integer, content text)
language sql stable parallel safe
begin atomic
  select t.count, e.count, v.count, encode(sha256(t.bytes || e.bytes || v.bytes), 'hex')
    from (select count(*)::integer as count, coalesce(string_agg(hash, ''::bytea order by no), '') as bytes
            from transfer
           where xid >= p_from and xid < p_to and no + 0 > p_transfers[1] and no + 0 <= p_transfers[2]) t,
         (select count(*)::integer as count,
                 coalesce(string_agg(
                   int8send(e.transfer_no) || int8send(e.account_id) || int8send(e.amount)
                   || int8send(coalesce(e.version, 0)) || int8send(coalesce(e.balance_after, 0)),
                   ''::bytea order by e.transfer_no, e.account_id), '') as bytes
            from transfer t join entry e on e.transfer_no = t.no
           where t.xid >= p_from and t.xid < p_to and t.no + 0 > p_transfers[1] and t.no + 0 <= p_transfers[2]) e,
         (select count(*)::integer as count,
                 coalesce(string_agg(convert_to(hash, 'UTF8'), ''::bytea order by id), '') as bytes
            from deal_event
           where xid >= p_from and xid < p_to and id + 0 > p_events[1] and id + 0 <= p_events[2]) v;
end;

-- Appends the next block to the chain, with the writes between its two transaction ids.
create function add_seal(b seal_block) returns seal_block
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select c.* into b.transfers, b.entries, b.events, b.content
    from seal_content(b.from_xid, b.to_xid, array[b.after_transfer, 9223372036854775807],
                      array[b.after_event, 9223372036854775807]) c;
  b.sealed_at := clock_timestamp();
  b.hash := seal_hash(b);
  insert into seal_block select b.*;
  update ledger_account a
     set balance = a.balance + coalesce(s.amount, 0), version = b.no
    from ledger_account d
    left join (select e.account_id, sum(e.amount) as amount
                 from transfer t join entry e on e.transfer_no = t.no
                where t.xid >= b.from_xid and t.xid < b.to_xid and t.no + 0 > b.after_transfer and e.version is null
                group by e.account_id) s on s.account_id = d.id
   where a.id = d.id and d.floor is null and (s.account_id is not null or d.version > 0);
  return b;
end $$;

-- Seals committed writes: at most p_limit transfers and as many events, unless one transaction wrote more. Returns no
-- row when there is nothing to seal or another process is sealing. No row can appear below the oldest running
-- transaction, so the content of a block never changes.
create function seal(p_limit integer default 10000) returns setof seal_block
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_to   xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_cut  xid8;
  v_last seal_block;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('amanat seal', 0)) then
    return;
  end if;
  select * into v_last from seal_block order by no desc limit 1;
  select min_xid into v_cut from (
    (select xid as min_xid from transfer
      where xid >= v_last.to_xid and xid < v_to and no + 0 > v_last.after_transfer order by xid limit 1)
    union all
    (select xid from deal_event
      where xid >= v_last.to_xid and xid < v_to and id + 0 > v_last.after_event order by xid limit 1)) f
   order by min_xid limit 1;
  if v_cut is null then
    return;
  end if;
  select least(
    (select xid from transfer where xid > v_cut and xid < v_to and no + 0 > v_last.after_transfer
      order by xid offset p_limit limit 1),
    (select xid from deal_event where xid > v_cut and xid < v_to and id + 0 > v_last.after_event
      order by xid offset p_limit limit 1),
    v_to) into v_to;
  v_last.no := v_last.no + 1;
  v_last.from_xid := v_last.to_xid;
  v_last.to_xid := v_to;
  v_last.prev_hash := v_last.hash;
  return next add_seal(v_last);
end $$;

-- For a restore, after all rows are loaded and before anything new is written: seals the rest of the old era and starts
-- a new one.
create function begin_seal_era() returns seal_block
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare v_last seal_block;
begin
  select * into strict v_last from seal_block order by no desc limit 1;
  v_last.no := v_last.no + 1;
  v_last.from_xid := v_last.to_xid;
  v_last.to_xid := '18446744073709551615';
  v_last.prev_hash := v_last.hash;
  v_last := add_seal(v_last);

  v_last.no := v_last.no + 1;
  v_last.era := v_last.era + 1;
  v_last.from_xid := '0';
  v_last.to_xid := '0';
  v_last.after_transfer := (select coalesce(max(no), 0) from transfer);
  v_last.after_event := (select coalesce(max(id), 0) from deal_event);
  v_last.prev_hash := v_last.hash;
  return add_seal(v_last);
end $$;

-- The genesis block; it covers no rows.
select add_seal(row(0, 0, '0'::xid8, '0'::xid8, 0, 0, 0, 0, 0, '', '', '', clock_timestamp())::seal_block);

create trigger append_only before update or delete or truncate on seal_block
  for each statement execute function refuse_change();
alter table seal_block enable always trigger append_only;

-- ---------------------------------------------------------------- balances

-- Few, as seal() runs all the time. With a search_path of its own it is planned for itself: as a part of another statement
-- the planner takes a third of all transfers for unsealed, and reads all entries of an account instead.
create function unsealed_transfers() returns table (no bigint) language sql stable parallel safe rows 1000
set search_path = pg_catalog, public, pg_temp
begin atomic
  select t.no
    from (select to_xid, after_transfer from seal_block order by no desc limit 1) last
    join transfer t on t.xid >= last.to_xid and t.no + 0 > last.after_transfer;
end;

create function balance_of(p_code text) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce((select sum(a.balance) from ledger_account a where a.code = p_code), 0)::bigint
    -- by their transfers; + 0 keeps the planner from reading all entries of the account, offset 0 from reading those of
    -- the transfers for an account whose balance is complete
    + coalesce((select sum(e.amount)
                  from ledger_account a, lateral (
                    select from_tail.amount from entry from_tail
                     where from_tail.transfer_no = any(array(select u.no from unsealed_transfers() u))
                       and from_tail.account_id + 0 = a.id offset 0) e
                 where a.code = p_code and a.floor is null), 0)::bigint;
end;
comment on function balance_of(text) is 'Balance in paise as this transaction sees it; 0 for an account that was never used.';

-- Sum over all accounts; anything but zero means the ledger is invalid. Reads every account: for a gauge, not a request.
create function ledger_imbalance() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select ((select coalesce(sum(a.balance), 0) from ledger_account a)
    + (select coalesce(sum(e.amount), 0)
         from unsealed_transfers() u join entry e on e.transfer_no = u.no where e.version is null))::bigint;
end;

revoke all on function seal_hash(seal_block), seal_content(xid8, xid8, bigint[], bigint[]), add_seal(seal_block),
  seal(integer), begin_seal_era(), unsealed_transfers(), balance_of(text), ledger_imbalance() from public;
grant select on seal_block to amanat_app;
grant execute on function seal(integer), balance_of(text), ledger_imbalance() to amanat_app;

-- ---------------------------------------------------------------- verify
--
-- verify() recomputes the ledger from its rows and returns one row per inconsistency; none when it is valid. Each check
-- is one pass over its tables, in one snapshot.

-- Sum, count and both hashes of each transfer, from its entries. An account whose code was changed matches the
-- fingerprint of none of its transfers.
create function verify_transfers() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with parts as (
    -- all lanes of a payable are one account to the caller
    select e.transfer_no, a.code, sum(e.amount)::bigint as amount, count(*) as entries
      from entry e left join ledger_account a on a.id = e.account_id
     group by e.transfer_no, a.code
  ), sides as (
    select transfer_no, sum(amount) as sum, sum(entries) as entries,
           array_agg(code::text order by code collate "C") as codes, array_agg(amount order by code collate "C") as amounts
      from parts group by transfer_no
  ), judged as (
    select t.no, t.id, s.transfer_no, s.entries, s.sum,
           (t.no > 0 and s.entries >= 2 and s.sum = 0) is not true as unbalanced,
           t.fingerprint <> hash_of(json_build_array(t.id, t.kind, t.deal_id, t.resolves, s.codes, s.amounts)) as forged,
           t.hash <> transfer_hash(t.no, t.fingerprint, t.at, t.xid) as moved
      from transfer t full join sides s on s.transfer_no = t.no
  ), found as materialized (
    select v.check_name, coalesce(j.no, j.transfer_no) as no,
           coalesce('transfer ' || j.id, 'transfer no ' || j.transfer_no) as subject, v.detail
      from judged j
     cross join lateral (values
       ('transfer', case when j.no is null then 'entries without their transfer'
                         when j.transfer_no is null then 'no entries'
                         when j.entries < 2 then 'only one entry'
                         when j.sum <> 0 then 'entries sum to ' || j.sum || ' paise' end),
       ('fingerprint', case when j.forged then 'its content or entries are not those that were posted' end),
       ('transfer_hash', case when j.moved then 'no, fingerprint, at or xid is not what was written' end)
     ) v (check_name, detail)
     where (j.unbalanced or j.forged or j.moved) and v.detail is not null
  ), misfits as (
    select e.account_id
      from entry e
     where exists (select from found f where f.check_name = 'fingerprint')
     group by e.account_id
    having bool_and(e.transfer_no in (select f.no from found f where f.check_name = 'fingerprint'))
  )
  select f.check_name, f.subject, f.detail from found f
  union all
  select 'code', 'account ' || a.code || case when a.lane > 0 then ' lane ' || a.lane else '' end,
         'fits none of the transfers that moved it'
    from misfits m join ledger_account a on a.id = m.account_id;
end;

-- Balance, version and floor of each account, from its entries.
create function verify_accounts() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with sums as (
    select account_id, sum(amount) as sum, count(*) as entries, count(version) as versions,
           count(balance_after) as balances, min(balance_after) as lowest
      from entry group by account_id
  ), tail as (
    select e.account_id, sum(e.amount) as sum, count(*) as entries
      from unsealed_transfers() u join entry e on e.transfer_no = u.no group by e.account_id
  ), lanes as (
    select code, count(*) as count, max(lane) as last from ledger_account group by code having max(lane) > 0
  ), judged as (
    select a.*, s.account_id, coalesce(s.sum, 0) as sum, coalesce(s.entries, 0) as entries,
           coalesce(s.versions, 0) as versions, coalesce(s.balances, 0) as balances, s.lowest,
           split_part(a.code, ':', 1) in ('gateway', 'bank', 'receivable', 'owner', 'expense', 'tax', 'commission', 'dispute_fees') as derived,
           coalesce(s.sum, 0) - coalesce(t.sum, 0) as sealed_sum,
           case when coalesce(s.entries, 0) > coalesce(t.entries, 0)
                then (select max(b.no) from seal_block b) else 0 end as sealed_block,
           a.lane > 0 and (l.count <> l.last + 1 or a.code not like 'payable:%') as wrong_lane,
           a.closed <> (r.resolves is not null) as wrong_end
      from ledger_account a
      full join sums s on s.account_id = a.id
      left join tail t on t.account_id = a.id
      left join lanes l on l.code = a.code
      left join transfer r on r.resolves = a.code
  )
  select v.check_name, coalesce('account ' || j.code || case when j.lane > 0 then ' lane ' || j.lane else '' end,
                                'account id ' || j.account_id), v.detail
    from judged j
   cross join lateral (values
     ('account', case when j.id is null then 'entries without their account'
                      when j.account_id is null then 'no entries' end),
     ('floor', case when j.floor is distinct from case when j.derived then null else 0 end
                    then 'floor is ' || coalesce(j.floor::text, 'none') end),
     ('lane', case when j.wrong_lane then 'a lane too many, or one before it is missing' end),
     ('overdraft', case when j.balance < j.floor or j.lowest < j.floor then 'was or is below ' || j.floor || ' paise' end),
     ('balance', case when not j.derived and j.balance <> j.sum
                      then 'is ' || j.balance || ', entries sum to ' || j.sum || ' paise' end),
     ('version', case when not j.derived and (j.version <> j.versions or j.entries <> j.versions)
                      then 'is ' || j.version || ', of ' || j.versions || ' entries' end),
     ('derived', case when j.derived and (j.versions > 0 or j.balances > 0)
                      then 'entries with a version or a balance' end),
     ('checkpoint', case when j.derived and (j.balance <> j.sealed_sum or j.version <> j.sealed_block)
                         then 'is ' || j.balance || ' at block ' || j.version || ', sealed entries sum to '
                           || j.sealed_sum || ' at block ' || j.sealed_block end),
     ('closed', case when j.wrong_end then 'closed is ' || j.closed end),
     ('resolved', case when j.closed and j.balance <> 0 then j.balance || ' paise on an ended hold' end)
   ) v (check_name, detail)
   where v.detail is not null
     -- one cheap condition first: formatting every message for every account would take most of the time
     and (case when j.derived then j.floor is null and j.versions = 0 and j.balances = 0
                 and j.balance = j.sealed_sum and j.version = j.sealed_block
               else j.floor = 0 and j.balance >= 0 and j.lowest >= 0 and j.balance = j.sum
                 and j.version = j.versions and j.entries = j.versions end
          and j.account_id is not null and not j.wrong_lane and not j.wrong_end
          and (j.balance = 0 or not j.closed)) is not true
  union all
  select 'currency', 'INR', 'all entries sum to ' || sum(amount) || ' paise' from entry having sum(amount) <> 0
  union all
  select 'resolves', 'transfer ' || t.id, 'ends ' || t.resolves || ', which is not there'
    from transfer t where t.resolves is not null
     and not exists (select from ledger_account a where a.code = t.resolves)
  union all
  select 'ended_deal', 'deal ' || d.id, a.balance || ' paise on ' || a.code
    from ledger_account a join deal d on d.id = split_part(a.code, ':', 2)
   where a.balance <> 0 and (a.code like 'hold:%' or a.code like 'fee\_hold:%') and d.due_at is null;
end;

-- The entries of each account form a chain: versions without a gap, each balance the previous one plus the amount.
create function verify_versions() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select v.check_name, coalesce('account ' || a.code || case when a.lane > 0 then ' lane ' || a.lane else '' end,
                                'account id ' || e.account_id), 'version ' || e.version || v.detail
    from (select account_id, version, amount, balance_after,
                 lag(version, 1, 0::bigint) over w as version_before,
                 lag(balance_after, 1, 0::bigint) over w as balance_before
            from entry where version is not null
          window w as (partition by account_id order by version)) e
    left join ledger_account a on a.id = e.account_id
   cross join lateral (values
     ('version_gap', case when e.version <> e.version_before + 1 then ' follows ' || e.version_before end),
     ('balance_after', case when (e.balance_after = e.balance_before + e.amount) is not true
                            then ' leaves ' || coalesce(e.balance_after::text, 'nothing') || ', not '
                              || e.balance_before + e.amount || ' paise' end)
   ) v (check_name, detail)
   where (e.version = e.version_before + 1 and e.balance_after = e.balance_before + e.amount) is not true
     and v.detail is not null;
end;

create function verify_events() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'event_chain', 'deal ' || c.deal_id || ' event ' || c.seq, v.detail
    from (select e.deal_id, e.seq, e.prev_hash, e.hash, e.hash <> deal_event_hash(e) as forged,
                 lag(e.seq, 1, 0) over w as seq_before, lag(e.hash, 1, '') over w as hash_before
            from deal_event e window w as (partition by e.deal_id order by e.seq)) c
   cross join lateral (values
     (case when c.seq <> c.seq_before + 1 then 'follows event ' || c.seq_before end),
     (case when c.prev_hash <> c.hash_before then 'does not carry the hash of the one before' end),
     (case when c.forged then 'is not what was written' end)
   ) v (detail)
   where (c.forged or c.seq <> c.seq_before + 1 or c.prev_hash <> c.hash_before) and v.detail is not null;
end;

create function verify_seals() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with eras as (
    select era, min(after_transfer) as after_transfer, min(after_event) as after_event,
           lead(min(after_transfer), 1, 9223372036854775807) over (order by era) as until_transfer,
           lead(min(after_event), 1, 9223372036854775807) over (order by era) as until_event
      from seal_block group by era
  ), chain as (
    select b.*, seal_hash(b) as right_hash, lag(b.no, 1, -1::bigint) over w as no_before,
           lag(b.hash, 1, '') over w as hash_before, lag(b.era, 1, 0) over w as era_before,
           lag(b.to_xid, 1, '0'::xid8) over w as xid_before
      from seal_block b window w as (order by b.no)
  )
  select 'seal', 'block ' || c.no, v.detail
    from chain c join eras using (era)
   cross join lateral seal_content(c.from_xid, c.to_xid, array[eras.after_transfer, eras.until_transfer],
                                   array[eras.after_event, eras.until_event]) s
   cross join lateral (values
     (case when c.no <> c.no_before + 1 then 'follows block ' || c.no_before end),
     (case when c.prev_hash <> c.hash_before then 'does not carry the hash of the one before' end),
     (case when c.era = c.era_before and c.from_xid <> c.xid_before then 'leaves transactions out' end),
     (case when c.hash <> c.right_hash then 'is not what was written' end),
     (case when (s.transfers, s.entries, s.events) <> (c.transfers, c.entries, c.events)
           then format('holds %s transfers, %s entries, %s events, and %s, %s, %s are there', c.transfers, c.entries,
                       c.events, s.transfers, s.entries, s.events)
           when s.content <> c.content then 'a transfer, entry or event in it is not what was sealed' end)
   ) v (detail)
   where v.detail is not null
  union all
  select 'seal', 'block 0', 'is missing' where not exists (select from seal_block where no = 0);
end;

-- The guards themselves: their triggers are enabled, and the application's role cannot bypass `post`.
create function verify_guards() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'guard', 'trigger ' || g.name || ' on ' || g.relation, 'is off or gone'
    from (values ('transfer', 'append_only', 'A'), ('transfer', 'transfer_is_allowed', 'O'), ('entry', 'append_only', 'A'),
                 ('entry', 'entries_balance', 'O'), ('deal_event', 'append_only', 'A'), ('deal_event', 'chain', 'O'),
                 ('seal_block', 'append_only', 'A'), ('ledger_account', 'never_deleted', 'A')) g (relation, name, enabled)
   where not exists (select from pg_trigger t
                      where t.tgrelid = g.relation::regclass and t.tgname = g.name and t.tgenabled = g.enabled::"char")
  union all
  select 'guard', 'role amanat_app', 'may ' || p.privilege || ' ' || r.relation
    from (values ('transfer'), ('entry'), ('ledger_account'), ('seal_block'), ('deal_event')) r (relation)
   cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('TRIGGER')) p (privilege)
   where has_table_privilege('amanat_app', r.relation, p.privilege);
end;

-- Lanes count from 0; a lane moved below 0 has no neighbour that would reveal the gap.
create function verify_lanes() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'lane', 'account ' || code, 'lane is ' || lane from ledger_account where lane < 0;
end;

-- Every payout that was paid has its transfer, and no other has one.
create function verify_payouts() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with judged as (
    select p.id, p.status, p.amount_paise, t.no, r.no as returned_no,
           (select sum(e.amount) from entry e join ledger_account a on a.id = e.account_id
             where e.transfer_no = t.no and a.code = 'payable:' || coalesce(p.user_id::text, 'strangers')) as paid,
           (select sum(e.amount) from entry e join ledger_account a on a.id = e.account_id
             where e.transfer_no = r.no and a.code = 'payable:' || coalesce(p.user_id::text, 'strangers')) as returned
      from payout p
      left join transfer t on t.id = 'payout:' || p.id
      left join transfer r on r.id = 'payout:' || p.id || ':returned'
     where p.status in ('paid', 'returned') or t.no is not null or r.no is not null
  )
  select 'payout', 'payout ' || j.id, v.detail
    from judged j
   cross join lateral (values
     (case when j.status in ('paid', 'returned') and j.paid is distinct from -j.amount_paise
           then 'is ' || j.status || ', and the ledger has ' || coalesce((-j.paid)::text, 'no') || ' paise for it' end),
     (case when j.status not in ('paid', 'returned') and j.no is not null
           then 'is ' || j.status || ', and the ledger has it as paid' end),
     (case when j.status = 'returned' and j.returned is distinct from j.amount_paise
           then 'came back, and the ledger has ' || coalesce(j.returned::text, 'no') || ' paise of it' end),
     (case when j.status <> 'returned' and j.returned_no is not null
           then 'is ' || j.status || ', and the ledger has it as returned' end)
   ) v (detail)
   where v.detail is not null
  union all
  -- what strangers are owed is what is on its way to them, to the paisa
  select 'payout', 'account payable:strangers',
         'has ' || o.paise || ' paise, and payouts for ' || p.paise || ' are on their way'
    from (select coalesce(sum(balance), 0)::bigint as paise from ledger_account where code = 'payable:strangers') o,
         (select coalesce(sum(amount_paise), 0)::bigint as paise from payout
           where bank_line is not null and status not in ('paid', 'returned', 'cancelled')) p
   where o.paise <> p.paise
  union all
  select 'guard', 'trigger moves on payout', 'is off or gone'
   where not exists (select from pg_trigger t where t.tgrelid = 'payout'::regclass and t.tgname = 'moves' and t.tgenabled = 'A');
end;

-- A bank account moves by its opening and by the lines of its statement alone, each as the line says.
create function verify_bank() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with moved as (
    select t.id, substr(a.code, 6) as account, sum(e.amount)::bigint as amount
      from ledger_account a
      join entry e on e.account_id = a.id
      join transfer t on t.no = e.transfer_no
     where a.code like 'bank:%'
     group by t.id, a.code
  ), parts as (
    select b.bank_account_id, b.position, u.id as transfer_id
      from line_booking b cross join lateral unnest(b.transfers) u (id)
  ), lines as (
    select p.bank_account_id, p.position, coalesce(sum(m.amount), 0)::bigint as amount
      from parts p left join moved m on m.id = p.transfer_id and m.account = p.bank_account_id
     group by p.bank_account_id, p.position
  )
  select 'bank_line', 'line ' || l.position || ' of bank account ' || l.bank_account_id,
         'the bank says ' || s.signed || ' paise, the ledger ' || -l.amount
    from lines l
    join lateral (select case dir when 'C' then amount_paise else -amount_paise end as signed
                    from statement_line
                   where bank_account_id = l.bank_account_id and position = l.position) s on true
   where s.signed <> -l.amount
  union all
  select 'bank_line', 'line ' || b.position || ' of bank account ' || b.bank_account_id, 'is booked before the one above it'
    from line_booking b
   where b.position > 1 and not exists (
     select from line_booking o where o.bank_account_id = b.bank_account_id and o.position = b.position - 1)
  union all
  select 'bank_transfer', 'transfer ' || p.transfer_id, 'is of ' || count(*) || ' lines'
    from parts p group by p.transfer_id having count(*) > 1
  union all
  select 'bank_transfer', 'transfer ' || m.id, 'moves bank account ' || m.account || ' without a line of its statement'
    from moved m
   where m.id <> 'bank:' || m.account || ':opening'
     and not exists (select from parts p where p.transfer_id = m.id and p.bank_account_id = m.account)
  union all
  select 'bank_opening', 'bank account ' || a.id, 'opened with ' || a.opening_paise || ' paise, the ledger has '
           || coalesce(-m.amount, 0)
    from bank_account a left join moved m on m.id = 'bank:' || a.id || ':opening'
   where a.opening_paise <> coalesce(-m.amount, 0)
  union all
  select 'guard', 'trigger ' || g.name || ' on ' || g.relation, 'is off or gone'
    from (values ('statement_line', 'append_only'), ('statement_line', 'follows'), ('line_booking', 'append_only'),
                 ('line_booking', 'follows')) g (relation, name)
   where not exists (select from pg_trigger t
                      where t.tgrelid = g.relation::regclass and t.tgname = g.name and t.tgenabled = 'A');
end;

-- A fee is booked as its line of the report has it, and a settlement that a statement shows is of that amount.
create function verify_settlements() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'settlement_fee', 'transfer ' || t.id,
         'books ' || coalesce(b.paise, 0) || ' paise, the report has ' || coalesce(l.fee_paise::text, 'no such line')
    from transfer t
    left join settlement_line l on l.provider || ':' || l.type || ':' || l.entity_id || ':fee' = t.id
   cross join lateral (select sum(e.amount) as paise from entry e join ledger_account a on a.id = e.account_id
                        where e.transfer_no = t.no and a.code like 'gateway:%') b
   where t.kind = 'gateway_fee' and b.paise is distinct from l.fee_paise
  union all
  select 'settlement', 'settlement ' || s.settlement_id || ' of ' || s.provider,
         'is of ' || s.amount_paise || ' paise, the statement says ' || l.dir || ' ' || l.amount_paise
    from settlement s
    join statement_line l on l.bank_account_id = s.bank_account_id and l.position = s.position
   where l.dir <> 'C' or l.amount_paise <> s.amount_paise;
end;

-- What is withheld for the State is in the ledger as its row says, and nothing else is on these accounts.
create function verify_withheld() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with booked as (
    select t.id, substr(a.code, 5) as tax, sum(e.amount)::bigint as paise
      from ledger_account a
      join entry e on e.account_id = a.id
      join transfer t on t.no = e.transfer_no
     where a.code in ('tax:tds', 'tax:tcs')
       -- what a line of the bank's statement paid to the State
       and t.id not like 'bank:%'
     group by t.id, a.code
  )
  select 'withheld_tax', 'transfer ' || coalesce(b.id, w.id),
         'has ' || coalesce(b.paise, 0) || ' paise of ' || coalesce(b.tax, w.tax) || ', '
           || coalesce(w.paise::text, 'nothing') || ' was withheld'
    from booked b
    full join (select 'deal:' || deal_id || ':end' as id, tax, tax_paise as paise from withheld_tax where tax_paise > 0
               union all
               select transfer_id, tax, -amount_paise from tax_give_back where transfer_id is not null) w
      on w.id collate "C" = b.id and w.tax collate "C" = b.tax
   where b.paise is distinct from w.paise
  union all
  select 'guard', 'trigger append_only on withheld_tax', 'is off or gone'
   where not exists (select from pg_trigger t where t.tgrelid = 'withheld_tax'::regclass
                        and t.tgname = 'append_only' and t.tgenabled = 'A');
end;

-- What is held in payees' names is what the rows of it say: held, less what went back, and less what was let go.
create function verify_holds() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with posted as (
    select substr(a.code, 9, length(a.code) - 13) as provider, -sum(e.amount)::bigint as paise
      from ledger_account a
      join entry e on e.account_id = a.id
     where a.code like 'gateway:%-hold'
     group by a.code
  ), moved as (
    select split_part(t.id, ':', 2) as hold_id,
           sum(case when a.code like 'gateway:%-hold' then -e.amount else 0 end)::bigint as paise
      from transfer t
      join entry e on e.transfer_no = t.no
      join ledger_account a on a.id = e.account_id
     where t.kind in ('hold_made', 'hold_reversed')
     group by split_part(t.id, ':', 2)
  ), let_go as (
    select hold_of, sum(amount_paise)::bigint as paise from payout
     where purpose = 'release' and hold_of is not null and status = 'paid' group by hold_of
  )
  select 'provider_hold', 'what ' || o.provider || ' holds', 'is ' || o.paise || ' paise in the books, and ' || r.paise || ' by its rows'
    from posted o
    cross join lateral (
      select coalesce(sum(m.paise), 0)::bigint
             - coalesce((select sum(l.paise) from let_go l join provider_hold h on h.id = l.hold_of
                          where h.provider = o.provider), 0)::bigint as paise
        from moved m join provider_hold h on h.id = m.hold_id where h.provider = o.provider) r
   where o.paise <> r.paise
  union all
  select 'provider_hold', 'provider_hold ' || h.id, 'was made ready for ' || h.keep_paise || ' paise, and has ' || coalesce(m.paise, 0)
    from provider_hold h left join moved m on m.hold_id = h.id
   where h.ready_at is not null and h.keep_paise <> coalesce(m.paise, 0)
  union all
  select 'provider_hold', 'provider_hold ' || h.id, 'has let go ' || l.paise || ' paise of ' || coalesce(h.keep_paise, 0)
    from provider_hold h join let_go l on l.hold_of = h.id
   where l.paise > coalesce(h.keep_paise, 0) or h.ready_at is null;
end;

-- The checks in two halves of about equal duration, to run on two connections. Each check reads one snapshot, and a
-- valid ledger is valid in every snapshot, so the halves need not share one.
create function verify_half(p_half integer) returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
begin atomic
  select * from verify_transfers() where p_half = 1
  union all select * from verify_guards() where p_half = 2
  union all select * from verify_accounts() where p_half = 2
  union all select * from verify_lanes() where p_half = 2
  union all select * from verify_versions() where p_half = 1
  union all select * from verify_events() where p_half = 2
  union all select * from verify_seals() where p_half = 2
  union all select * from verify_payouts() where p_half = 1
  union all select * from verify_bank() where p_half = 1
  union all select * from verify_settlements() where p_half = 2
  union all select * from verify_withheld() where p_half = 2
  union all select * from verify_holds() where p_half = 2;
end;

-- All checks, for callers with a single connection.
create function verify() returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select * from verify_half(1) union all select * from verify_half(2);
end;

revoke all on function verify(), verify_half(integer), verify_transfers(), verify_accounts(), verify_lanes(),
  verify_versions(), verify_events(), verify_seals(), verify_guards(), verify_payouts(), verify_bank(), verify_settlements(),
  verify_withheld(), verify_holds() from public;
grant execute on function verify(), verify_half(integer) to amanat_app;
