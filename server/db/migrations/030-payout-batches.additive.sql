-- Files of payouts for the operator's bank. One Admin makes a file, another approves it; what was downloaded may have been
-- paid, so it is never cancelled, and its bytes never change.

create table payout_batch (
  id text primary key,
  bank_account_id text not null references bank_account,
  format text not null check (format in ('hdfc_enet', 'icici_cib', 'generic', 'template')),
  state text not null default 'made' check (state in ('made', 'approved', 'downloaded', 'cancelled')),
  file_name text not null,
  -- Sealed: account numbers stand in it.
  file_sealed bytea not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  count bigint not null check (count > 0),
  total_paise bigint not null check (total_paise > 0),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  approved_by bigint references app_user,
  approved_at timestamptz,
  downloaded_at timestamptz,
  -- four eyes
  check (approved_by <> made_by),
  check ((approved_by is null) = (approved_at is null)),
  check (state not in ('approved', 'downloaded') or approved_by is not null),
  check ((state = 'downloaded') = (downloaded_at is not null))
);
create index payout_batch_newest on payout_batch (made_at desc);
create index payout_batch_day on payout_batch (bank_account_id, made_at);

create table payout_batch_line (
  batch_id text not null references payout_batch,
  position bigint not null check (position > 0),
  payout_id text not null references payout,
  -- A payout goes again under a new one only when the try before has failed.
  generation bigint not null,
  -- Where the file says that it goes; null for a refund to the source of its deposit.
  target_id text references payout_target,
  amount_paise bigint not null check (amount_paise > 0),
  is_live boolean not null default true,
  primary key (batch_id, position)
);
-- The same money twice at the bank is the one thing that no statement mends.
create unique index payout_in_one_live_batch on payout_batch_line (payout_id, generation) where is_live;

create function payout_batch_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (old.state, new.state) in (('made', 'approved'), ('made', 'cancelled'), ('approved', 'cancelled'),
                                    ('approved', 'downloaded'))
     and (to_jsonb(new) - array['state', 'approved_by', 'approved_at', 'downloaded_at'])
       = (to_jsonb(old) - array['state', 'approved_by', 'approved_at', 'downloaded_at'])
     and (old.approved_by is null or new.approved_by = old.approved_by) then
    if new.state = 'cancelled' then
      update payout_batch_line set is_live = false where batch_id = new.id;
    end if;
    return new;
  end if;
  raise exception 'payout_batch %: % to % refused', old.id, old.state, coalesce(new.state, 'nothing')
    using errcode = 'AM403';
end $$;
create trigger moves before update or delete on payout_batch
  for each row execute function payout_batch_moves();
create trigger no_truncate before truncate on payout_batch
  for each statement execute function refuse_change();

-- A line ends with its batch alone.
create function payout_batch_line_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.is_live and not new.is_live
     and (to_jsonb(new) - 'is_live') = (to_jsonb(old) - 'is_live') then
    return new;
  end if;
  raise exception 'payout_batch_line is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger moves before update or delete on payout_batch_line
  for each row execute function payout_batch_line_moves();
create trigger no_truncate before truncate on payout_batch_line
  for each statement execute function refuse_change();

alter table payout_batch enable always trigger moves;
alter table payout_batch enable always trigger no_truncate;
alter table payout_batch_line enable always trigger moves;
alter table payout_batch_line enable always trigger no_truncate;

revoke all on function payout_batch_moves(), payout_batch_line_moves() from public;
grant select, insert on payout_batch, payout_batch_line to amanat_app;
grant update (state, approved_by, approved_at, downloaded_at) on payout_batch to amanat_app;
grant update (is_live) on payout_batch_line to amanat_app;

-- What a file says of the account that it debits.
alter table bank_account
  add column ifsc text check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  add column client_code text check (client_code ~ '^[A-Z0-9]{1,10}$'),
  add column payout_template jsonb;
grant update (ifsc, client_code, payout_template) on bank_account to amanat_app;
