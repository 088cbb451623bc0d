-- Sealing: what has been written is closed into blocks a moment later, each with the hash of the one before it
-- (docs/ledger.md). A block takes the transfers and deal events of all database transactions that had ended.

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
comment on column seal_block.from_xid is 'The block holds what was written by database transactions from here on, up to but without to_xid.';
comment on column seal_block.era is
  'Restored rows keep the transaction numbers of the database they come from, so numbering begins again: a new era, for transfers after after_transfer and events after after_event.';
comment on column seal_block.content is
  'sha256 of the hash of each transfer by no; then of each of their entries by transfer_no and account_id: transfer_no, account_id, amount, version, balance_after, each as 8 bytes, big-endian, 0 for null; then of the hash of each event by id, in hex.';
comment on column seal_block.hash is 'hash_of the other columns in their order, transaction numbers as text, sealed_at in microseconds.';

create function seal_hash(b seal_block) returns text language sql stable parallel safe
  return encode(hash_of(json_build_array((b).no, (b).era, (b).from_xid::text, (b).to_xid::text, (b).after_transfer,
    (b).after_event, (b).transfers, (b).entries, (b).events, (b).content, (b).prev_hash, micros((b).sealed_at))), 'hex');

-- `no + 0` here and below: an era's rows are nearly all, so their index must not be used to find a block's few.
-- Transfers p_transfers[1] < no <= p_transfers[2] and events p_events[1] < id <= p_events[2], by their transactions.
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

-- Adds the next block of the chain, of what lies between its two transaction numbers.
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

-- Seals what has ended: at most p_limit transfers and as many events, unless one transaction wrote more. No row
-- when there is nothing to seal or another process is at it. Below the oldest transaction that still runs nothing
-- can appear any more, so a block never changes.
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

-- For a restore, once all rows are in and before anything new is written: seals the rest of the old era and begins one.
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

-- The first block of every chain, of nothing.
select add_seal(row(0, 0, '0'::xid8, '0'::xid8, 0, 0, 0, 0, 0, '', '', '', clock_timestamp())::seal_block);

create trigger append_only before update or delete or truncate on seal_block
  for each statement execute function refuse_change();
alter table seal_block enable always trigger append_only;

-- ---------------------------------------------------------------- balances

create function unsealed_transfers() returns table (no bigint) language sql stable parallel safe
begin atomic
  select t.no
    from (select to_xid, after_transfer from seal_block order by no desc limit 1) last
    join transfer t on t.xid >= last.to_xid and t.no + 0 > last.after_transfer;
end;

create function balance_of(p_code text) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce((select sum(a.balance) from ledger_account a where a.code = p_code), 0)::bigint
    + coalesce((select sum(e.amount)
                  from ledger_account a, unsealed_transfers() u
                  join entry e on e.transfer_no = u.no
                 where a.code = p_code and a.floor is null and e.account_id = a.id), 0)::bigint;
end;
comment on function balance_of(text) is 'Paise on the account, as this transaction sees it; 0 for one that was never used.';

-- Of all accounts together: zero, or the books are wrong. Reads every account, so it is for a gauge, not for a request.
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
