-- verify(): recomputes the books from their rows and names what does not fit (docs/ledger.md). No row when sound.
-- One snapshot for all of it, each check one pass over its tables.

-- Sums, counts and both hashes of each transfer, from its entries. An account whose code was changed fits none of its
-- transfers any more.
create function verify_transfers() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with parts as (
    -- a payable's lanes are one account to the caller
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

-- Balances, versions and floors of each account, from its entries.
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
           split_part(a.code, ':', 1) in ('gateway', 'commission', 'dispute_fees') as derived,
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
     -- all at once first: putting every reason in words for every account would take longest
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

-- Each account's entries are one chain: versions without a gap, each balance the one before and the amount.
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

-- The guards themselves: their triggers are on, and the application's role may not write around `post`.
create function verify_guards() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'guard', 'trigger ' || g.name || ' on ' || g.relation, 'is off or gone'
    from (values ('transfer', 'append_only', 'A'), ('transfer', 'transfer_has_entries', 'O'), ('entry', 'append_only', 'A'),
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

create function verify() returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
begin atomic
  select * from verify_guards()
  union all select * from verify_transfers()
  union all select * from verify_accounts()
  union all select * from verify_versions()
  union all select * from verify_events()
  union all select * from verify_seals();
end;

revoke all on function verify(), verify_transfers(), verify_accounts(), verify_versions(), verify_events(),
  verify_seals(), verify_guards() from public;
grant execute on function verify() to amanat_app;
