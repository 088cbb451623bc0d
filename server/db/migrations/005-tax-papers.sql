-- Papers of tax: an invoice or a bill of supply for each commission and kept fee, a credit note for what of it is given back.
-- What is earned only says that a paper is due; the paper gets its number later, in a job, so that no release waits for a
-- counter. A number is taken by the row that carries it: rolled back, it was never taken.

create table tax_person (
  user_id bigint primary key references app_user,
  -- As it is to stand on the tax papers.
  name text not null check (length(name) between 1 and 120),
  address text not null check (length(address) between 1 and 300),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  state text not null check (state ~ '^[0-9]{2}$'),
  gstin text check (gstin ~ '^[0-9A-Z]{15}$' and left(gstin, 2) = state),
  pan text check (pan ~ '^[A-Z]{5}[0-9]{4}[A-Z]$'),
  updated_at timestamptz not null
);

create domain taxed_fee as text check (value in ('commission', 'dispute_fee'));

create table tax_paper (
  number text primary key check (number ~ '^[A-Z0-9/-]{1,16}$'),
  kind text not null check (kind in ('invoice', 'credit_note', 'bill', 'bill_credit')),
  year text not null check (year ~ '^[0-9]{2}-[0-9]{2}$'),
  seq integer not null check (seq > 0),
  issued_on date not null,
  source text not null unique,
  user_id bigint not null references app_user,
  deal_id text not null references deal,
  original text references tax_paper,
  -- As they were on that day.
  supplier jsonb not null,
  recipient jsonb not null,
  fee taxed_fee not null,
  sac text not null,
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  -- Nobody said where they live in time: the supplier's own State stands for it.
  is_place_assumed boolean not null default false,
  rate_bp integer not null check (rate_bp between 0 and 4000),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise = cgst_paise),
  igst_paise bigint not null check (igst_paise >= 0),
  round_off_paise bigint not null check (abs(round_off_paise) <= 2),
  total_paise bigint not null check (total_paise > 0),
  reason text,
  unique (kind, year, seq),
  check (number = case kind when 'invoice' then 'AM' when 'credit_note' then 'AC' when 'bill' then 'AB' else 'AD' end
    || '/' || year || '/' || lpad(seq::text, 6, '0')),
  check (taxable_paise + cgst_paise + sgst_paise + igst_paise + round_off_paise = total_paise),
  check (igst_paise = 0 or cgst_paise = 0),
  check ((kind in ('credit_note', 'bill_credit')) = (original is not null and reason is not null)),
  check (kind in ('invoice', 'credit_note') or rate_bp = 0),
  check (kind in ('bill', 'bill_credit') or place_of_supply is not null)
);
create index tax_paper_user on tax_paper (user_id, issued_on);
create index tax_paper_month on tax_paper (issued_on, number);
create index tax_paper_original on tax_paper (original) where original is not null;

create table tax_due (
  -- `deal:<id>:commission`, `deal:<id>:fee:payer`, or `credit:<id>`.
  source text primary key,
  fee taxed_fee not null,
  user_id bigint not null references app_user,
  deal_id text not null references deal,
  amount_paise positive_paise not null,
  at timestamptz not null,
  -- Of what is given back: the paper that it is taken from, and why.
  original text references tax_paper,
  reason text,
  -- Whom the paper is for, kept here once their account is deleted.
  recipient jsonb,
  number text references tax_paper,
  check ((original is null) = (reason is null))
);
create index tax_due_open on tax_due (at, source) where number is null;
create index tax_due_original on tax_due (original) where original is not null;

-- A series has no gap, no date that runs backwards and no paper of another year, whoever writes.
create function tax_paper_follows() returns trigger language plpgsql as $$
declare
  v_start integer := extract(year from new.issued_on - interval '3 months')::integer;
  v_last record;
begin
  if new.year <> lpad((v_start % 100)::text, 2, '0') || '-' || lpad(((v_start + 1) % 100)::text, 2, '0') then
    raise exception 'paper % of % is not of the year %', new.number, new.issued_on, new.year using errcode = 'AM409';
  end if;
  select seq, issued_on into v_last from tax_paper
   where kind = new.kind and year = new.year order by seq desc limit 1;
  if new.seq <> coalesce(v_last.seq, 0) + 1 or new.issued_on < v_last.issued_on then
    raise exception 'paper % of % does not follow number % of %', new.number, new.issued_on, coalesce(v_last.seq, 0),
      v_last.issued_on using errcode = 'AM409';
  end if;
  return new;
end $$;
create trigger follows before insert on tax_paper for each row execute function tax_paper_follows();

-- More is never given back than a paper charged. The lock lets of two notes one be counted before the other.
create function tax_credit_fits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('credit of ' || new.original, 0));
  if new.amount_paise + coalesce((select sum(amount_paise) from tax_due where original = new.original), 0)
     > (select total_paise from tax_paper where number = new.original) then
    raise exception 'more is given back than % charged', new.original using errcode = 'AM409';
  end if;
  return new;
end $$;
create trigger credit_fits before insert on tax_due for each row when (new.original is not null)
  execute function tax_credit_fits();

-- What is owed to the State is in the ledger with the paper that says so, or there is no paper.
create function tax_paper_is_posted() returns trigger language plpgsql as $$
begin
  if new.cgst_paise + new.sgst_paise + new.igst_paise > 0
     and not exists (select from transfer where id = 'tax:' || new.number) then
    raise exception 'the tax of % is not in the ledger', new.number using errcode = 'AM409';
  end if;
  return null;
end $$;
create constraint trigger is_posted after insert on tax_paper
  deferrable initially deferred for each row execute function tax_paper_is_posted();

create function tax_due_moves() returns trigger language plpgsql as $$
begin
  if old.number is null and to_jsonb(new) - '{number,recipient}'::text[] = to_jsonb(old) - '{number,recipient}'::text[] then
    return new;
  end if;
  raise exception 'tax_due % refused', old.source using errcode = 'AM403';
end $$;
create trigger moves before update on tax_due for each row execute function tax_due_moves();
create trigger append_only before update or delete or truncate on tax_paper
  for each statement execute function refuse_change();
create trigger never_deleted before delete or truncate on tax_due
  for each statement execute function refuse_change();

alter table tax_paper enable always trigger follows;
alter table tax_paper enable always trigger append_only;
alter table tax_due enable always trigger credit_fits;
alter table tax_due enable always trigger moves;
alter table tax_due enable always trigger never_deleted;
revoke all on function tax_paper_follows(), tax_credit_fits(), tax_paper_is_posted(), tax_due_moves() from public;

grant select, insert, update, delete on tax_person to amanat_app;
grant select, insert on tax_paper to amanat_app;
grant select, insert on tax_due to amanat_app;
grant update (number, recipient) on tax_due to amanat_app;

-- What is withheld of a release and owed to the State in the payee's name: TDS and TCS. One row of TDS for each release while
-- it is switched on, also where it comes to nothing: a payee's year is counted from these rows.
create table withheld_tax (
  deal_id text not null references deal,
  tax text not null check (tax in ('tds', 'tcs')),
  user_id bigint not null references app_user,
  year text not null check (year ~ '^[0-9]{2}-[0-9]{2}$'),
  withheld_on date not null,
  section text not null,
  gross_paise bigint not null check (gross_paise > 0),
  base_paise bigint not null check (base_paise >= 0),
  rate_bp integer not null check (rate_bp between 0 and 4000),
  tax_paise bigint not null check (tax_paise >= 0),
  cgst_paise bigint not null default 0 check (cgst_paise >= 0),
  sgst_paise bigint not null default 0 check (sgst_paise = cgst_paise),
  igst_paise bigint not null default 0 check (igst_paise >= 0 and (igst_paise = 0 or cgst_paise = 0)),
  -- As they were on that day.
  payee jsonb not null,
  pan text,
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  is_place_assumed boolean not null default false,
  reason text check (reason in ('below_threshold', 'no_pan')),
  primary key (deal_id, tax),
  check (tax <> 'tcs' or (tax_paise = cgst_paise + sgst_paise + igst_paise and base_paise = gross_paise
    and place_of_supply is not null and payee->>'gstin' is not null)),
  check (tax <> 'tds' or cgst_paise + igst_paise = 0),
  check ((reason = 'below_threshold') is not true or tax_paise + base_paise = 0),
  check ((pan is null) = (reason is not distinct from 'no_pan'))
);
create index withheld_tax_user on withheld_tax (user_id, year) where tax = 'tds';
create index withheld_tax_month on withheld_tax (withheld_on, deal_id);

-- The transfer that ends the deal has the tax in it, to the paisa, or there is no row. And no rupee of a year is taxed twice.
create function withheld_tax_is_posted() returns trigger language plpgsql as $$
declare
  v_start integer := extract(year from new.withheld_on - interval '3 months')::integer;
  v_booked bigint;
begin
  if new.year <> lpad((v_start % 100)::text, 2, '0') || '-' || lpad(((v_start + 1) % 100)::text, 2, '0') then
    raise exception 'tax withheld on % is not of the year %', new.withheld_on, new.year using errcode = 'AM409';
  end if;
  select coalesce(sum(e.amount), 0) into v_booked
    from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
   where t.id = 'deal:' || new.deal_id || ':end' and a.code = 'tax:' || new.tax;
  if v_booked <> new.tax_paise then
    raise exception 'the % of deal % is % paise, and the ledger has %', new.tax, new.deal_id, new.tax_paise, v_booked
      using errcode = 'AM409';
  end if;
  if (select sum(w.base_paise - coalesce(g.base_paise, 0)) > sum(w.gross_paise)
        from withheld_tax w left join tax_give_back g on (g.deal_id, g.tax) = (w.deal_id, w.tax) and g.agreed_at is not null
       where w.user_id = new.user_id and w.year = new.year and w.tax = new.tax) then
    raise exception 'more is taxed in % than user % has earned', new.year, new.user_id using errcode = 'AM409';
  end if;
  return null;
end $$;
create constraint trigger is_posted after insert on withheld_tax
  deferrable initially deferred for each row execute function withheld_tax_is_posted();
create trigger append_only before update or delete or truncate on withheld_tax
  for each statement execute function refuse_change();
alter table withheld_tax enable always trigger append_only;
revoke all on function withheld_tax_is_posted() from public;
grant select, insert on withheld_tax to amanat_app;

-- TDS that was withheld wrongly and is not paid to the State yet goes back to its payee, once, when two Admins say the same.
create table tax_give_back (
  deal_id text primary key,
  tax text not null default 'tds' check (tax = 'tds'),
  amount_paise positive_paise not null,
  -- What counts as taxed no more: all of it, or nothing where a part of the tax stays.
  base_paise bigint not null check (base_paise >= 0),
  note text not null,
  asked_by bigint not null references app_user,
  -- Product time.
  asked_at timestamptz not null,
  agreed_by bigint references app_user check (agreed_by <> asked_by),
  agreed_at timestamptz,
  transfer_id text unique,
  foreign key (deal_id, tax) references withheld_tax (deal_id, tax),
  check ((agreed_by is null) = (agreed_at is null) and (agreed_by is null) = (transfer_id is null))
);
create function tax_give_back_moves() returns trigger language plpgsql as $$
begin
  if old.agreed_at is not null or (new.deal_id, new.tax) <> (old.deal_id, old.tax) then
    raise exception 'tax_give_back % is changed', old.deal_id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on tax_give_back for each row execute function tax_give_back_moves();
create trigger no_delete before delete or truncate on tax_give_back for each statement execute function refuse_change();
alter table tax_give_back enable always trigger moves;
alter table tax_give_back enable always trigger no_delete;
-- The ledger has it, it is no more than was withheld, and the State is still owed what all others have paid.
create function tax_give_back_is_posted() returns trigger language plpgsql as $$
declare
  v_booked bigint;
begin
  select coalesce(sum(e.amount), 0) into v_booked
    from transfer t join entry e on e.transfer_no = t.no join ledger_account a on a.id = e.account_id
   where t.id = new.transfer_id and a.code = 'tax:' || new.tax;
  if -v_booked <> new.amount_paise or balance_of('tax:' || new.tax) < 0
     or new.amount_paise > (select tax_paise from withheld_tax where (deal_id, tax) = (new.deal_id, new.tax)) then
    raise exception 'the % of deal % that goes back is % paise, and the ledger has %', new.tax, new.deal_id, new.amount_paise,
      -v_booked using errcode = 'AM409';
  end if;
  return null;
end $$;
create constraint trigger is_posted after insert or update on tax_give_back
  deferrable initially deferred for each row when (new.transfer_id is not null) execute function tax_give_back_is_posted();
revoke all on function tax_give_back_moves(), tax_give_back_is_posted() from public;
grant select, insert on tax_give_back to amanat_app;
grant update (amount_paise, base_paise, note, asked_by, asked_at, agreed_by, agreed_at, transfer_id) on tax_give_back to amanat_app;
