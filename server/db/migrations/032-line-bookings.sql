-- What each line of a statement became in the books. Every line is booked, in the bank's order, so that `bank:<id>` is what
-- the statement says; what nobody can tell waits in suspense, or unexplained, for a person.

create table line_booking (
  bank_account_id text not null,
  position bigint not null,
  outcome text not null check (outcome in ('applied', 'over', 'short', 'double', 'late', 'payout_paid', 'payout_returned',
    'deposit_reversed', 'suspense', 'unexplained')),
  -- A pay-in's reference or a payout's code.
  target text,
  -- Ids of the transfers that move the account by this line.
  transfers text[] not null check (cardinality(transfers) > 0),
  -- Product time.
  at timestamptz not null,
  primary key (bank_account_id, position),
  foreign key (bank_account_id, position) references statement_line (bank_account_id, position)
);
create index line_booking_waiting on line_booking (bank_account_id, position) where outcome in ('suspense', 'unexplained');

-- One after the other: a line that is left out would be found by nobody but verify().
create function line_booking_follows() returns trigger language plpgsql as $$
begin
  if new.position > 1 and not exists (
      select from line_booking where bank_account_id = new.bank_account_id and position = new.position - 1) then
    raise exception 'line % is booked before the one above it', new.position using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger follows before insert on line_booking for each row execute function line_booking_follows();
create trigger append_only before update or delete or truncate on line_booking
  for each statement execute function refuse_change();

alter table line_booking enable always trigger follows;
alter table line_booking enable always trigger append_only;
revoke all on function line_booking_follows() from public;
grant select, insert on line_booking to amanat_app;

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
revoke all on function verify_bank() from public;

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
  union all select * from verify_payouts() where p_half = 1
  union all select * from verify_bank() where p_half = 1;
end;
