-- Payouts that wait with a reason, go again under a new generation once the old try is known to have ended, and may come
-- back after they were paid (docs/decisions/027). What follows what is held here, whoever asks.

alter table payout
  alter column destination drop not null,
  -- The target as it was when the money was released: a later change does not redirect it. Sealed, as in payout_target.
  add column destination_sealed bytea,
  add column target_id text references payout_target,
  -- Part of the key under which the rail is asked. Rises only once the tries under the old key have failed for certain.
  add column generation integer not null default 1 check (generation between 1 and 1000),
  -- The payout that came back, for which this one is made.
  add column replaces text unique references payout,
  add column held_because text[] not null default '{}' check (held_because <@ array[
    'no_target', 'target_unverified', 'cooling', 'frozen', 'contact_changed', 'velocity', 'self_deal', 'no_source', 'returned']),
  -- Product time; null while it waits for somebody to do something.
  add column held_until timestamptz,
  -- Reasons that an Admin has looked at.
  add column approved text[] not null default '{}',
  add column returned_at timestamptz,
  drop constraint payout_status_check,
  add constraint payout_status_check
    check (status in ('held', 'queued', 'sent', 'paid', 'failed', 'review', 'returned')),
  add constraint payout_held_check check ((status = 'held') = (held_because <> '{}')),
  add constraint payout_destination_check check (destination is not null or status = 'held'),
  add constraint payout_returned_check check ((status = 'returned') = (returned_at is not null));
-- one live payout for what a deal owes somebody; strays are one for each payment
create unique index payout_live on payout (deal_id, party, purpose) where status <> 'returned' and purpose <> 'stray';
create index payout_held on payout (held_until) where status = 'held';
create index payout_user on payout (user_id, created_at);

alter table payout_attempt add column generation integer not null default 1;

create function payout_moves() returns trigger language plpgsql as $$
declare
  v_last text;
begin
  if tg_op = 'INSERT' then
    if new.status in ('sent', 'paid', 'failed', 'review', 'returned') then
      raise exception 'a payout begins as held or queued, not as %', new.status using errcode = '23514';
    end if;
    if new.replaces is not null and not exists (
        select from payout p where p.id = new.replaces and p.status = 'returned'
           and (p.user_id, p.party, p.purpose, p.amount_paise) = (new.user_id, new.party, new.purpose, new.amount_paise)
           and p.deal_id is not distinct from new.deal_id) then
      raise exception 'payout % replaces one that has not come back, or another', new.id using errcode = '23514';
    end if;
    return new;
  end if;
  if (new.id, new.user_id, new.party, new.purpose, new.amount_paise, new.created_at)
       <> (old.id, old.user_id, old.party, old.purpose, old.amount_paise, old.created_at)
     or (new.deal_id, new.replaces) is distinct from (old.deal_id, old.replaces) then
    raise exception 'payout %: whose it is, what for and how much never change', old.id using errcode = '23514';
  end if;
  if new.status <> old.status and not exists (
      select from (values ('held', 'queued'), ('queued', 'held'), ('queued', 'sent'), ('sent', 'paid'), ('sent', 'failed'),
                          ('sent', 'review'), ('failed', 'sent'), ('failed', 'paid'), ('failed', 'review'),
                          ('review', 'held'), ('review', 'queued'), ('review', 'paid'), ('paid', 'returned')) m (was, becomes)
       where m.was = old.status and m.becomes = new.status) then
    raise exception 'payout %: % does not follow %', old.id, new.status, old.status using errcode = '23514';
  end if;
  if new.generation <> old.generation then
    select outcome into v_last from payout_attempt where payout_id = old.id order by n desc limit 1;
    if (new.generation = old.generation + 1 and old.status = 'review' and new.status in ('held', 'queued')
        and v_last = 'failed') is not true then
      raise exception 'payout %: the try before may still be paid', old.id using errcode = '23514';
    end if;
  elsif old.status = 'review' and new.status in ('held', 'queued') then
    raise exception 'payout %: it goes again under a new generation only', old.id using errcode = '23514';
  elsif old.status <> 'held' and new.status <> 'held'
     and (new.destination, new.destination_sealed, new.target_id)
           is distinct from (old.destination, old.destination_sealed, old.target_id) then
    raise exception 'payout %: its destination is fixed once it has left the hold', old.id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger moves before insert or update of id, deal_id, user_id, party, purpose, amount_paise, created_at, replaces,
    status, generation, destination, destination_sealed, target_id on payout
  for each row execute function payout_moves();
alter table payout enable always trigger moves;
revoke all on function payout_moves() from public;

-- Every payout that was paid has its transfer, and no other has one.
create function verify_payouts() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  with judged as (
    select p.id, p.status, p.user_id, p.amount_paise, t.no, r.no as returned_no,
           (select sum(e.amount) from entry e join ledger_account a on a.id = e.account_id
             where e.transfer_no = t.no and a.code = 'payable:' || p.user_id) as paid,
           (select sum(e.amount) from entry e join ledger_account a on a.id = e.account_id
             where e.transfer_no = r.no and a.code = 'payable:' || p.user_id) as returned
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
  select 'guard', 'trigger moves on payout', 'is off or gone'
   where not exists (select from pg_trigger t where t.tgrelid = 'payout'::regclass and t.tgname = 'moves' and t.tgenabled = 'A');
end;
revoke all on function verify_payouts() from public;

create or replace function verify_half(p_half integer) returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
begin atomic
  select * from verify_transfers() where p_half = 1
  union all select * from verify_guards() where p_half = 2
  union all select * from verify_accounts() where p_half = 2
  union all select * from verify_lanes() where p_half = 2
  union all select * from verify_versions() where p_half = 1
  union all select * from verify_events() where p_half = 2
  union all select * from verify_seals() where p_half = 2
  union all select * from verify_payouts() where p_half = 1;
end;
