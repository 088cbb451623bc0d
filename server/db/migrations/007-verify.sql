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
           string_agg(hash_field(code) || hash_field(amount::text), '' order by code collate "C") as content
      from parts group by transfer_no
  ), found as materialized (
    select v.check_name, coalesce(t.no, s.transfer_no) as no,
           coalesce('transfer ' || t.id, 'transfer no ' || s.transfer_no) as subject, v.detail
      from transfer t full join sides s on s.transfer_no = t.no
     cross join lateral (values
       ('transfer', case when t.no is null then 'entries without their transfer'
                         when s.transfer_no is null then 'no entries'
                         when s.entries < 2 then 'only one entry'
                         when s.sum <> 0 then 'entries sum to ' || s.sum || ' paise' end),
       ('fingerprint', case when t.fingerprint <> sha256(convert_to(hash_field(t.id) || hash_field(t.kind)
                              || hash_field(t.deal_id) || hash_field(t.resolves) || s.content, 'UTF8'))
                            then 'its content or entries are not those that were posted' end),
       ('transfer_hash', case when t.hash <> transfer_hash(t.no, t.fingerprint, t.at, t.xid)
                              then 'no, fingerprint, at or xid is not what was written' end)
     ) v (check_name, detail)
     where v.detail is not null
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
  ), sealed as (
    select a.id, coalesce(sum(e.amount) filter (where u.no is null), 0) as sum,
           count(e.transfer_no) filter (where u.no is null) > 0 as has_any
      from ledger_account a
      left join entry e on e.account_id = a.id
      left join unsealed_transfers() u on u.no = e.transfer_no
     where a.floor is null group by a.id
  ), lanes as (
    select code, count(*) as count, max(lane) as last from ledger_account group by code
  ), ended as (
    select resolves from transfer where resolves is not null
  )
  select v.check_name, coalesce('account ' || a.code || case when a.lane > 0 then ' lane ' || a.lane else '' end,
                                'account id ' || s.account_id), v.detail
    from ledger_account a
    full join sums s on s.account_id = a.id
    left join sealed d on d.id = a.id
    left join lanes l on l.code = a.code
    left join ended r on r.resolves = a.code
   cross join lateral (select split_part(a.code, ':', 1) in ('gateway', 'commission', 'dispute_fees') as derived) k
   cross join lateral (values
     ('account', case when a.id is null then 'entries without their account'
                      when s.account_id is null then 'no entries' end),
     ('floor', case when a.floor is distinct from case when k.derived then null else 0 end
                    then 'floor is ' || coalesce(a.floor::text, 'none') end),
     ('lane', case when a.lane <> 0 and (l.count <> l.last + 1 or a.code not like 'payable:%')
                   then 'lane ' || a.lane || ' of ' || l.count end),
     ('overdraft', case when a.balance < a.floor or s.lowest < a.floor
                        then 'was or is below ' || a.floor || ' paise' end),
     ('balance', case when not k.derived and a.balance <> coalesce(s.sum, 0)
                      then 'is ' || a.balance || ', entries sum to ' || coalesce(s.sum, 0) || ' paise' end),
     ('version', case when not k.derived and (a.version <> coalesce(s.versions, 0) or s.entries <> s.versions)
                      then 'is ' || a.version || ', of ' || coalesce(s.versions, 0) || ' entries' end),
     ('derived', case when k.derived and (s.versions > 0 or s.balances > 0)
                      then 'entries with a version or a balance' end),
     ('checkpoint', case when k.derived and (a.balance <> d.sum or a.version <> case when d.has_any then
                              (select max(b.no) from seal_block b) else 0 end)
                         then 'is ' || a.balance || ' at block ' || a.version || ', sealed entries sum to ' || d.sum end),
     ('closed', case when a.closed <> (r.resolves is not null) then 'closed is ' || a.closed end),
     ('resolved', case when a.closed and a.balance <> 0 then a.balance || ' paise on an ended hold' end)
   ) v (check_name, detail)
   where v.detail is not null
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
                 lag(version, 1, 0::bigint) over w as version_before, lag(balance_after, 1, 0::bigint) over w as balance_before
            from entry where version is not null
          window w as (partition by account_id order by version)) e
    left join ledger_account a on a.id = e.account_id
   cross join lateral (values
     ('version_gap', case when e.version <> e.version_before + 1 then ' follows ' || e.version_before end),
     ('balance_after', case when (e.balance_after = e.balance_before + e.amount) is not true
                            then ' leaves ' || coalesce(e.balance_after::text, 'nothing') || ', not '
                              || e.balance_before + e.amount || ' paise' end)
   ) v (check_name, detail)
   where v.detail is not null;
end;

create function verify_events() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'event_chain', 'deal ' || c.deal_id || ' event ' || c.seq, v.detail
    from (select e.deal_id, e.seq, e.prev_hash, e.hash, deal_event_hash(e) as right_hash,
                 lag(e.seq, 1, 0) over w as seq_before, lag(e.hash, 1, '') over w as hash_before
            from deal_event e window w as (partition by e.deal_id order by e.seq)) c
   cross join lateral (values
     (case when c.seq <> c.seq_before + 1 then 'follows event ' || c.seq_before end),
     (case when c.prev_hash <> c.hash_before then 'does not carry the hash of the one before' end),
     (case when c.hash <> c.right_hash then 'is not what was written' end)
   ) v (detail)
   where v.detail is not null;
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
