-- The operator's own bank accounts, and what the bank says of them. A line is taken over once, as it came, when a second
-- Admin has approved its file; nothing is booked from it yet.

create table bank_account (
  id text primary key,
  bank text not null,
  account text not null unique check (account ~ '^[0-9]{6,20}$'),
  -- Before the first line.
  opening_paise bigint not null,
  -- Words of the operator's own transfers into it.
  own_names text[] not null default '{}',
  -- Columns of a bank whose header is not known.
  mapping jsonb,
  created_by bigint not null references app_user,
  created_at timestamptz not null default clock_timestamp()
);

create table statement_import (
  id text primary key,
  bank_account_id text not null references bank_account,
  file_name text not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  file_bytes bigint not null,
  state text not null check (state in ('read', 'approved', 'refused')),
  problem text check (problem in ('nothing_new', 'wrong_account', 'balance_broken', 'conflict', 'gap')),
  -- `YYYY-MM-DD`, as they are shown
  problem_days text[] not null default '{}',
  format text,
  from_day date,
  to_day date,
  opening_paise bigint,
  closing_paise bigint,
  lines bigint not null,
  -- The new lines with what each becomes.
  rows jsonb not null,
  new_lines bigint not null check (new_lines = jsonb_array_length(rows)),
  -- As many lines the account had when this was read: approved later, they would follow other ones.
  known_lines bigint not null,
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null default clock_timestamp(),
  approved_by bigint references app_user,
  approved_at timestamptz,
  check ((problem is null) = (state <> 'refused')),
  check ((state = 'approved') = (approved_by is not null)),
  check ((approved_by is null) = (approved_at is null)),
  -- four eyes
  check (approved_by <> uploaded_by)
);
create index statement_import_account on statement_import (bank_account_id, uploaded_at);

-- An import changes once: it is approved.
create function statement_import_is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'read' and new.state = 'approved'
     and (to_jsonb(new) - array['state', 'approved_by', 'approved_at'])
       = (to_jsonb(old) - array['state', 'approved_by', 'approved_at']) then
    return new;
  end if;
  raise exception 'statement_import is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger history before update or delete on statement_import
  for each row execute function statement_import_is_history();
create trigger no_truncate before truncate on statement_import
  for each statement execute function refuse_change();

create table statement_line (
  bank_account_id text not null references bank_account,
  -- The bank's order, from 1, without a gap.
  position bigint not null check (position > 0),
  -- One for a line in every export of the bank (core/statements/merge.ts).
  key text not null,
  import_id text not null references statement_import,
  date date not null,
  value_date date,
  dir text not null check (dir in ('C', 'D')),
  amount_paise bigint not null check (amount_paise > 0),
  balance_paise bigint not null,
  narration text not null,
  ref text not null,
  tier text not null check (tier in ('matched', 'suggested', 'unmatched')),
  rule text not null,
  outcome text not null,
  target text,
  candidates text[] not null,
  class text,
  flag text,
  primary key (bank_account_id, position),
  unique (bank_account_id, key)
);
create trigger append_only before update or delete or truncate on statement_line
  for each statement execute function refuse_change();

-- Each balance is the one before it and the amount between: a line out of order, or left out, cannot be taken over.
create function statement_line_follows() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select min(n.position) into wrong
    from new_lines n
    join bank_account a on a.id = n.bank_account_id
    left join statement_line p on p.bank_account_id = n.bank_account_id and p.position = n.position - 1
   where n.balance_paise - case n.dir when 'C' then n.amount_paise else -n.amount_paise end
         is distinct from case n.position when 1 then a.opening_paise else p.balance_paise end;
  if wrong is not null then
    raise exception 'line % does not follow the balance before it', wrong using errcode = 'AM403';
  end if;
  return null;
end $$;
create trigger follows after insert on statement_line referencing new table as new_lines
  for each statement execute function statement_line_follows();

alter table statement_import enable always trigger history;
alter table statement_import enable always trigger no_truncate;
alter table statement_line enable always trigger append_only;
alter table statement_line enable always trigger follows;

revoke all on function statement_import_is_history(), statement_line_follows() from public;
grant select, insert on bank_account, statement_import, statement_line to amanat_app;
-- own names and the mapping are settings; the right to update also lets an import lock its account
grant update (own_names, mapping) on bank_account to amanat_app;
grant update (state, approved_by, approved_at) on statement_import to amanat_app;
