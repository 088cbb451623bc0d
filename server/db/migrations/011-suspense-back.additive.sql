-- Money of nobody we know goes back to the account that it came from: a payout without a user, for one line of the bank.

alter table payout alter column user_id drop not null;
-- The line that is paid back, and the name of the account that it came from.
alter table payout add column bank_line text;
alter table payout add column recipient text;
alter table payout add constraint payout_stranger_check check (
  (user_id is null) = (bank_line is not null) and (user_id is null) = (recipient is not null)
  and (user_id is null) = (purpose = 'suspense') and (bank_line is null or (deal_id is null and by_hand)));
alter table payout drop constraint payout_purpose_check;
alter table payout add constraint payout_purpose_check
  check (purpose in ('release', 'refund', 'fee_back', 'stray', 'suspense'));
alter table payout drop constraint payout_status_check;
alter table payout add constraint payout_status_check
  check (status in ('held', 'queued', 'sent', 'paid', 'failed', 'review', 'returned', 'cancelled'));
-- A line is paid back once, whoever decides it and however often.
create unique index payout_of_line on payout (bank_line) where bank_line is not null and status not in ('returned', 'cancelled');

create or replace function payout_moves() returns trigger language plpgsql as $$
declare
  v_last text;
begin
  if tg_op = 'INSERT' then
    if new.status not in ('held', 'queued') then
      raise exception 'a payout begins as held or queued, not as %', new.status using errcode = '23514';
    end if;
    if new.replaces is not null and not exists (
        select from payout p where p.id = new.replaces and p.status = 'returned'
           and (p.party, p.purpose, p.amount_paise) = (new.party, new.purpose, new.amount_paise)
           and (p.user_id, p.deal_id, p.bank_line) is not distinct from (new.user_id, new.deal_id, new.bank_line)) then
      raise exception 'payout % replaces one that has not come back, or another', new.id using errcode = '23514';
    end if;
    return new;
  end if;
  if (new.id, new.party, new.purpose, new.amount_paise, new.created_at)
       <> (old.id, old.party, old.purpose, old.amount_paise, old.created_at)
     or (new.user_id, new.deal_id, new.replaces, new.bank_line)
          is distinct from (old.user_id, old.deal_id, old.replaces, old.bank_line) then
    raise exception 'payout %: whose it is, what for and how much never change', old.id using errcode = '23514';
  end if;
  if new.status <> old.status and not exists (
      select from (values ('held', 'queued'), ('queued', 'held'), ('queued', 'sent'), ('sent', 'paid'), ('sent', 'failed'),
                          ('sent', 'review'), ('failed', 'sent'), ('failed', 'paid'), ('failed', 'review'),
                          ('review', 'held'), ('review', 'queued'), ('review', 'paid'), ('paid', 'returned')) m (was, becomes)
       where m.was = old.status and m.becomes = new.status)
     -- what a person owed by us has never stops to be owed; a stranger's goes back to the suspense that it came from
     and (new.bank_line is not null and old.status in ('held', 'queued') and new.status = 'cancelled') is not true then
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
drop trigger moves on payout;
create trigger moves before insert or update of id, deal_id, user_id, party, purpose, amount_paise, created_at, replaces,
    bank_line, status, generation, destination, destination_sealed, target_id on payout
  for each row execute function payout_moves();
alter table payout enable always trigger moves;

-- Every payout that was paid has its transfer, and no other has one.
create or replace function verify_payouts() returns table (check_name text, subject text, detail text)
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

-- ---------------------------------------------------------------- what people say of a line

-- `refund`: it goes back to `target`, the account that it came from.
alter table line_decision add column recipient text;
alter table line_decision drop constraint line_decision_kind_check;
alter table line_decision add constraint line_decision_kind_check check (kind in ('pay_in', 'payout', 'explain', 'refund'));
alter table line_decision add constraint line_decision_refund_check
  check ((kind = 'refund') = (recipient is not null) and (kind <> 'refund' or needs_second));
