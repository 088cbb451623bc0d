-- Money that comes in and goes out: bank accounts and their statements, payout targets, pay-ins, what providers report,
-- deposits, payouts and their files, and what people decided. Its effect on balances is in the ledger.

-- ---------------------------------------------------------------- the operator's bank accounts

-- What the bank says of them. A line is taken over once, as it came, when a second Admin has approved its file.

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
  -- Null: the operator's file named it.
  created_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp(),
  -- What a file of payouts says of the account that it debits.
  ifsc text check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  client_code text check (client_code ~ '^[A-Z0-9]{1,10}$'),
  payout_template jsonb
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
create index statement_import_waiting on statement_import (uploaded_at) where state = 'read';

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
  amount_paise positive_paise not null,
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
-- own names, the mapping and what files say are settings; the right to update also lets an import lock its account
grant update (own_names, mapping, ifsc, client_code, payout_template) on bank_account to amanat_app;
grant update (state, approved_by, approved_at) on statement_import to amanat_app;

-- The bytes of each statement that was brought: what the bank said is proved by its file, not by what we read in it.

create table statement_file (
  import_id text primary key references statement_import,
  -- Sealed: names, UPI ids and account numbers of people stand in it. Null once it was forgotten.
  file_sealed bytea,
  stored_at timestamptz not null default clock_timestamp()
);
create index statement_file_old on statement_file (stored_at) where file_sealed is not null;

-- Its bytes go once, after the time that books have to be kept. Nothing else changes.
create function statement_file_is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.file_sealed is null
     and (to_jsonb(new) - 'file_sealed') = (to_jsonb(old) - 'file_sealed') then
    return new;
  end if;
  raise exception 'statement_file is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger history before update or delete on statement_file
  for each row execute function statement_file_is_history();
create trigger no_truncate before truncate on statement_file
  for each statement execute function refuse_change();
alter table statement_file enable always trigger history;
alter table statement_file enable always trigger no_truncate;
revoke all on function statement_file_is_history() from public;
grant select, insert on statement_file to amanat_app;

-- As its owner: the program cannot empty a file before its time. At most p_limit a call; answers how many.
create function forget_statement_files(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select import_id from statement_file
     where file_sealed is not null and stored_at < clock_timestamp() - interval '8 years'
     order by stored_at limit p_limit for update skip locked
  ), emptied as (
    update statement_file f set file_sealed = null from old where f.import_id = old.import_id returning 1
  )
  select count(*) from emptied
$$;
revoke all on function forget_statement_files(integer) from public;
grant execute on function forget_statement_files(integer) to amanat_app;

-- ---------------------------------------------------------------- payout targets

-- Where a person's money goes: a UPI id, or an account and its IFSC, with the name that the bank has. The phone number
-- and the payment number of an account are contacts; nothing is paid to them.

create table payout_target (
  id text primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('upi', 'bank')),
  -- AES-256-GCM, bound to the user: a row of another user cannot be put in its place. Empty once the account is deleted.
  address_sealed bytea not null,
  -- What anybody is shown, the owner too.
  address_masked text not null,
  -- HMAC of the address: the same target of two people is recognised without being read.
  address_hash bytea not null check (length(address_hash) in (0, 32)),
  -- Null where the rail cannot ask the bank.
  bank_name text,
  name_matches boolean not null,
  -- Product time, as payouts are released in it.
  created_at timestamptz not null,
  usable_from timestamptz not null,
  retired_at timestamptz,
  retired_because text check (retired_because in ('replaced', 'not_me', 'reset', 'deleted', 'refused')),
  -- SHA-256 of the token behind "this was not me", mailed to the owner.
  freeze_hash bytea not null unique check (length(freeze_hash) = 32),
  freeze_expires_at timestamptz not null default clock_timestamp() + interval '30 days',
  freeze_used_at timestamptz,
  check (usable_from >= created_at),
  check ((retired_at is null) = (retired_because is null))
);
create unique index payout_target_current on payout_target (user_id) where retired_at is null;
create index payout_target_history on payout_target (user_id, created_at);
create index payout_target_shared on payout_target (address_hash) where retired_at is null;
-- The desk of targets: those in use that no name speaks for.
create index payout_target_unchecked on payout_target (created_at) where retired_at is null and not name_matches;

-- A history: a target is retired once, its link is used once, and its address goes with the account. Nothing else changes.
create function payout_target_is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (to_jsonb(new) - array['retired_at', 'retired_because', 'freeze_used_at', 'address_sealed', 'address_masked', 'address_hash', 'bank_name'])
       = (to_jsonb(old) - array['retired_at', 'retired_because', 'freeze_used_at', 'address_sealed', 'address_masked', 'address_hash', 'bank_name'])
     -- one that was replaced may turn out not to have been its owner's
     and (old.retired_at is null
          or new.retired_at = old.retired_at
             and (new.retired_because = old.retired_because
                  or old.retired_because = 'replaced' and new.retired_because in ('not_me', 'reset')))
     and (old.freeze_used_at is null or new.freeze_used_at = old.freeze_used_at)
     and ((new.address_sealed, new.address_masked, new.address_hash) = (old.address_sealed, old.address_masked, old.address_hash)
            and new.bank_name is not distinct from old.bank_name
          or (new.retired_at is not null and new.address_sealed = ''::bytea and new.address_masked = ''
              and new.address_hash = ''::bytea and new.bank_name is null)) then
    return new;
  end if;
  raise exception 'payout_target is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger history before update or delete on payout_target
  for each row execute function payout_target_is_history();
create trigger no_truncate before truncate on payout_target
  for each statement execute function refuse_change();
alter table payout_target enable always trigger history;
alter table payout_target enable always trigger no_truncate;

revoke all on function payout_target_is_history() from public;
grant select, insert on payout_target to amanat_app;
grant update (retired_at, retired_because, freeze_used_at, address_sealed, address_masked, address_hash, bank_name)
  on payout_target to amanat_app;

-- Where the bank tells no name, or another one, two Admins look at a target before money goes to it; or one refuses it.
create table target_check (
  target_id text not null references payout_target,
  verdict text not null check (verdict in ('approved', 'refused')),
  -- What the bank or its owner showed.
  note text not null check (note <> ''),
  checked_by bigint not null references app_user,
  -- Product time.
  at timestamptz not null,
  -- one person is one voice
  primary key (target_id, checked_by)
);
create trigger append_only before update or delete or truncate on target_check
  for each statement execute function refuse_change();
alter table target_check enable always trigger append_only;
grant select, insert on target_check to amanat_app;

-- ---------------------------------------------------------------- pay-ins

create domain pay_in_purpose as text check (value in ('amount', 'fee'));
create domain pay_in_status as text check (value in ('open', 'paid', 'failed', 'closed'));

create table pay_in (
  id text primary key,
  deal_id text not null references deal,
  party party not null,
  user_id bigint not null references app_user,
  purpose pay_in_purpose not null,
  provider text not null,
  amount_paise positive_paise not null,
  reference text not null unique,
  status pay_in_status not null default 'open',
  created_at timestamptz not null,
  paid_at timestamptz,
  bank_account_id text references bank_account,
  -- The UPI id that the payer is known by: hints at whose a line is, and never where money goes.
  payer_vpa text,
  -- Link and address as the provider gave them; null until it has.
  instruction jsonb,
  -- A pay-in that is paid in a provider's checkout has an order there, and is asked about until it is paid or three days old.
  provider_order_id text,
  -- Questions so far, and when the next one is due (repositories/queue.ts): on real time. Null: it is not asked about.
  tries integer not null default 0,
  next_try_at timestamptz
);
-- at most one open pay-in per purpose and party
create unique index pay_in_open on pay_in (deal_id, purpose, party) where status = 'open';
create index pay_in_deal on pay_in (deal_id, created_at desc);
-- One order is one pay-in's: what is paid for it is known by it alone.
create unique index pay_in_order on pay_in (provider, provider_order_id) where provider_order_id is not null;
create index pay_in_due on pay_in (next_try_at) where next_try_at is not null and status <> 'paid';
grant select, insert, update on pay_in to amanat_app;

-- "I have paid": the number of the transfer, which stands on every screenshot. A hint; it moves no money.
create table payment_claim (
  id bigint generated always as identity primary key,
  pay_in_id text not null references pay_in,
  utr text not null check (utr ~ '^[0-9]{12}$'),
  amount_paise positive_paise,
  state text not null default 'claimed' check (state in ('claimed', 'seen', 'not_found', 'conflict')),
  -- Product time.
  at timestamptz not null,
  -- Until which Indian day a bank's statement may show it. Null for claims of the samples.
  look_until date,
  unique (pay_in_id, utr)
);
create index payment_claim_utr on payment_claim (utr);
create index payment_claim_waiting on payment_claim (look_until) where state in ('claimed', 'conflict');
grant select, insert on payment_claim to amanat_app;
grant update (state) on payment_claim to amanat_app;

-- ---------------------------------------------------------------- reports of providers and deposits

create domain webhook_state as text check (value in ('new', 'applied', 'ignored', 'failed'));

-- What a provider reports is stored first, as it came, and worked on after: a fault of ours, or money that is stopped, must
-- not send it away. Each report is applied once, in whatever order and however often it is delivered.
create table webhook_event (
  provider text not null,
  event_id text not null,
  body jsonb not null,
  at timestamptz not null default clock_timestamp(),
  id bigint generated by default as identity unique,
  -- The bytes that the signature covers.
  raw bytea,
  -- What they say, as the rail has read them.
  facts jsonb,
  state webhook_state not null default 'applied',
  -- Claimed with a lease (repositories/queue.ts): on real time, as all retries are.
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  problem text,
  applied_at timestamptz,
  primary key (provider, event_id)
);
create index webhook_event_due on webhook_event (next_try_at) where state = 'new';
create index webhook_event_failed on webhook_event (id) where state = 'failed';
create index webhook_event_remembered on webhook_event (at) where body <> '{}' and state in ('applied', 'ignored');
alter table webhook_event alter column raw set statistics 0, alter column body set statistics 0,
  alter column facts set statistics 0;
grant select, insert, update (state, tries, next_try_at, problem, applied_at) on webhook_event to amanat_app;

-- A report has the email, number and UPI id of the payer in it. After the time in which a bank can still ask about a
-- payment (190 days) it is emptied. The row stays: the same report, told again, must not be applied again.
-- At most p_limit rows a call; answers how many. A function, so that the program itself cannot rewrite what was reported.
create function forget_reports(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select id from webhook_event
     where body <> '{}' and state in ('applied', 'ignored') and at < clock_timestamp() - interval '200 days'
     order by at limit p_limit for update skip locked
  ), emptied as (
    update webhook_event e set raw = null, body = '{}', facts = null from old where e.id = old.id returning 1
  )
  select count(*) from emptied
$$;

revoke all on function forget_reports(integer) from public;
grant execute on function forget_reports(integer) to amanat_app;

-- ---------------------------------------------------------------- money that a provider holds

-- The account of a payee at a provider that holds the money of deals in their name (docs/razorpay.md).
create table linked_account (
  id bigint generated always as identity unique,
  user_id bigint primary key references app_user,
  provider text not null,
  state text not null check (state in ('submitted', 'under_review', 'needs_clarification', 'activated', 'refused')),
  -- Of the provider, as each step is done.
  account_id text unique,
  owner_id text,
  product_id text,
  -- Of the details as they are now.
  owner_sent boolean not null default false,
  bank_sent boolean not null default false,
  -- Sealed: PAN, address and bank account. Empty once the account is activated or its owner has gone.
  details_sealed bytea,
  address_hash bytea not null check (length(address_hash) in (0, 32)),
  bank_masked text not null,
  -- The name that was sent is one that its owner goes by.
  name_matches boolean not null default false,
  -- What the provider asks about again.
  wanted text[] not null default '{}',
  problem text,
  -- Product time.
  submitted_at timestamptz not null,
  activated_at timestamptz,
  -- Its owner has said that it is not theirs, or has a new password: what was sent until then is paid nothing.
  taken_out_at timestamptz,
  -- Claimed with a lease, on real time. Null: it is its owner's move.
  tries integer not null default 0,
  next_try_at timestamptz,
  check (product_id is null or account_id is not null),
  check ((state = 'activated') = (activated_at is not null))
);
create index linked_account_due on linked_account (next_try_at) where next_try_at is not null;
grant select, insert, update on linked_account to amanat_app;

-- "This was not me" of each mail about what was sent: a thief who sends twice leaves the first mail its link.
create table linked_account_link (
  -- SHA-256 of the token.
  freeze_hash bytea primary key check (length(freeze_hash) = 32),
  user_id bigint not null references app_user,
  freeze_expires_at timestamptz not null default clock_timestamp() + interval '30 days',
  freeze_used_at timestamptz
);
grant select, insert on linked_account_link to amanat_app;
grant update (freeze_used_at) on linked_account_link to amanat_app;

-- What of a pay-in goes to the payee's account when it is paid, and waits there on hold. Written before its order is opened.
create table provider_hold (
  id text primary key references pay_in,
  deal_id text not null references deal,
  -- The payee.
  user_id bigint not null references app_user,
  provider text not null,
  account_id text not null,
  amount_paise positive_paise not null,
  -- Null until it is paid.
  payment_id text,
  -- The transfer of the provider that holds it.
  transfer_id text unique,
  state text not null default 'waiting' check (state in ('waiting', 'held', 'failed', 'review')),
  -- What is the payee's, once the deal has ended.
  keep_paise bigint check (keep_paise >= 0),
  -- Real time, as the provider's own tries are.
  failed_at timestamptz,
  -- The provider has it as the deal has ended: what waits for that may go.
  ready_at timestamptz,
  problem text,
  created_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz,
  unique (provider, payment_id),
  check (ready_at is null or keep_paise is not null),
  check (state <> 'held' or transfer_id is not null)
);
create index provider_hold_deal on provider_hold (deal_id);
create index provider_hold_due on provider_hold (next_try_at) where next_try_at is not null;
create function provider_hold_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.deal_id, new.user_id, new.provider, new.account_id, new.amount_paise, new.created_at)
       <> (old.id, old.deal_id, old.user_id, old.provider, old.account_id, old.amount_paise, old.created_at)
     or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
     or (old.keep_paise is not null and new.keep_paise is distinct from old.keep_paise)
     or (old.ready_at is not null and to_jsonb(new) - array['tries', 'next_try_at']
                                   <> to_jsonb(old) - array['tries', 'next_try_at']) then
    raise exception 'provider_hold % is changed', old.id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on provider_hold for each row execute function provider_hold_moves();
create trigger no_delete before delete or truncate on provider_hold for each statement execute function refuse_change();
alter table provider_hold enable always trigger moves;
alter table provider_hold enable always trigger no_delete;
revoke all on function provider_hold_moves() from public;
grant select, insert on provider_hold to amanat_app;
grant update (payment_id, transfer_id, state, keep_paise, failed_at, ready_at, problem, tries, next_try_at)
  on provider_hold to amanat_app;

-- The calls that get it there. The provider knows no key for them: each is written down before it is made.
create table provider_hold_step (
  hold_id text not null references provider_hold,
  n integer not null check (n > 0),
  call text not null check (call in ('reverse', 'transfer')),
  amount_paise positive_paise not null,
  state text not null default 'due' check (state in ('due', 'sent', 'done')),
  sends integer not null default 0,
  -- Real time.
  sent_at timestamptz,
  done_at timestamptz,
  provider_id text,
  detail text,
  primary key (hold_id, n),
  check (state <> 'sent' or sent_at is not null),
  check ((state = 'done') = (done_at is not null))
);
create function provider_hold_step_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'done' or (new.hold_id, new.n, new.call, new.amount_paise) <> (old.hold_id, old.n, old.call, old.amount_paise) then
    raise exception 'step % of provider_hold % is changed', old.n, old.hold_id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on provider_hold_step for each row execute function provider_hold_step_moves();
create trigger no_delete before delete or truncate on provider_hold_step for each statement execute function refuse_change();
alter table provider_hold_step enable always trigger moves;
alter table provider_hold_step enable always trigger no_delete;
revoke all on function provider_hold_step_moves() from public;
grant select, insert on provider_hold_step to amanat_app;
grant update (state, sends, sent_at, done_at, provider_id, detail) on provider_hold_step to amanat_app;

-- Calls of a queue that its provider has not answered, in a row, by all servers; gone with the next answer. Real times.
create table provider_outage (
  provider text not null,
  queue text not null check (queue in ('payout', 'provider_hold', 'pay_in')),
  failures integer not null default 1 check (failures > 0),
  since timestamptz not null default clock_timestamp(),
  -- Nothing is sent there until then, and then one row alone. Null while too few have failed.
  probe_at timestamptz,
  primary key (provider, queue)
);
grant select, insert, update, delete on provider_outage to amanat_app;

create domain deposit_kind as text check (value in ('applied', 'late', 'double', 'short', 'over', 'unknown'));

-- Money received: one row per payment of the provider, with how it was applied.
create table deposit (
  provider text not null,
  provider_payment_id text not null,
  pay_in_id text references pay_in,
  deal_id text references deal,
  amount_paise positive_paise not null,
  source text,
  kind deposit_kind not null,
  at timestamptz not null,
  primary key (provider, provider_payment_id)
);
create index deposit_deal on deposit (deal_id) where deal_id is not null;
create index deposit_stray on deposit (at desc) where kind <> 'applied';
create index deposit_at on deposit (at);
create index deposit_newest on deposit (provider, at desc);
grant select, insert on deposit to amanat_app;

-- ---------------------------------------------------------------- payouts

-- A payout may wait with a reason, goes again under a new generation once the old try is known to have ended, and may come
-- back after it was paid (docs/decisions/027). What follows what is held here, whoever asks.

-- Deposits that the bank or a provider has taken back: what of their deal has not left yet waits for the team.
create table deposit_reversal (
  -- The transfer that says so.
  transfer_id text primary key,
  deal_id text not null references deal,
  -- Whose payment it was: they owe it.
  user_id bigint not null references app_user,
  amount_paise positive_paise not null,
  -- Of what the deal holds; else of a fee, or of what came too late for it.
  of_hold boolean not null,
  -- Product time of the row itself, which is written under the lock of the deal: the time of a transaction that waited for
  -- that lock may lie before a payout that was made meanwhile, and that payout would be sent.
  at timestamptz not null default product_now()
);
create index deposit_reversal_deal on deposit_reversal (deal_id);
create index deposit_reversal_user on deposit_reversal (user_id);
create trigger append_only before update or delete or truncate on deposit_reversal
  for each statement execute function refuse_change();
alter table deposit_reversal enable always trigger append_only;
grant select, insert on deposit_reversal to amanat_app;

-- transfer_is_allowed() calls each for its kinds of transfer.

-- What a deal held is set against a debt as far as a bank has taken of it, and no paisa further: the rest is its payer's.
create function charged_back_is_taken(t transfer) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_moved bigint;
  v_taken bigint;
begin
  select coalesce(sum(e.amount), 0) into v_moved from entry e join ledger_account a on a.id = e.account_id
   where e.transfer_no = t.no and a.code like 'receivable:%';
  select coalesce(sum(amount_paise), 0) into v_taken from deposit_reversal where deal_id = t.deal_id and of_hold;
  if v_moved > v_taken then
    raise exception 'deal % is charged back by % paise, and the bank has taken %', t.deal_id, v_moved, v_taken
      using errcode = 'AM409';
  end if;
end $$;

-- What is set off, written off or paid of a debt is never more than is owed: else we would owe it, and nobody would pay it.
create function debt_is_owed(t transfer) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_code text;
begin
  select a.code into v_code from entry e join ledger_account a on a.id = e.account_id
   where e.transfer_no = t.no and a.code like 'receivable:%' and balance_of(a.code) > 0 limit 1;
  if found then
    raise exception 'transfer % takes more of % than is owed', t.id, v_code using errcode = 'AM409';
  end if;
end $$;

revoke all on function charged_back_is_taken(transfer), debt_is_owed(transfer) from public;
grant execute on function charged_back_is_taken(transfer), debt_is_owed(transfer) to amanat_app;

-- Payments that a payer disputes with their bank, as the provider tells of them.

create table chargeback (
  provider text not null,
  dispute_id text not null,
  provider_payment_id text not null,
  deal_id text not null references deal,
  -- Whose payment it was: what the bank takes, they owe.
  user_id bigint not null references app_user,
  phase text not null,
  reason text not null,
  -- In the order in which one takes the place of another: what is told late takes nothing back.
  state text not null check (state in ('open', 'under_review', 'closed', 'won', 'lost')),
  amount_paise positive_paise not null,
  -- The most that the provider has said it took.
  deducted_paise bigint not null check (deducted_paise >= 0),
  -- What of it stands in the books.
  booked_paise bigint not null check (booked_paise >= 0),
  -- The provider's clock: until then evidence is taken.
  respond_by timestamptz,
  -- The deal stands still because of it.
  holds_deal boolean not null,
  -- Product time.
  opened_at timestamptz not null,
  ended_at timestamptz,
  primary key (provider, dispute_id),
  check ((ended_at is null) = (state in ('open', 'under_review')))
);
create index chargeback_deal on chargeback (deal_id);
create index chargeback_of_user on chargeback (user_id) where ended_at is null;
create index chargeback_open on chargeback (respond_by) where ended_at is null;
create trigger no_delete before delete or truncate on chargeback
  for each statement execute function refuse_change();
alter table chargeback enable always trigger no_delete;
grant select, insert on chargeback to amanat_app;
grant update (phase, state, deducted_paise, booked_paise, respond_by, holds_deal, ended_at) on chargeback to amanat_app;

-- What a person owes us and will not pay: one Admin asks, another agrees, and it is a cost.

create table write_off (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  amount_paise positive_paise not null,
  note text not null,
  asked_by bigint not null references app_user,
  -- Product time.
  asked_at timestamptz not null,
  agreed_by bigint references app_user check (agreed_by <> asked_by),
  agreed_at timestamptz,
  transfer_id text unique,
  check ((agreed_by is null) = (agreed_at is null) and (agreed_by is null) = (transfer_id is null))
);
create unique index write_off_open on write_off (user_id) where agreed_at is null;
create function write_off_moves() returns trigger language plpgsql as $$
begin
  if old.agreed_at is not null or new.user_id <> old.user_id then
    raise exception 'write_off % is changed', old.id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on write_off for each row execute function write_off_moves();
create trigger no_delete before delete or truncate on write_off for each statement execute function refuse_change();
alter table write_off enable always trigger moves;
alter table write_off enable always trigger no_delete;
revoke all on function write_off_moves() from public;
grant select, insert on write_off to amanat_app;
grant update (amount_paise, note, asked_by, asked_at, agreed_by, agreed_at, transfer_id) on write_off to amanat_app;

create domain payout_purpose as text
  check (value in ('release', 'refund', 'fee_back', 'tax_back', 'stray', 'suspense'));
create domain payout_status as text
  check (value in ('held', 'queued', 'sent', 'paid', 'failed', 'review', 'returned', 'cancelled'));
create domain payout_generation as integer check (value between 1 and 1000);
create domain payout_code as text check (value ~ '^PY[0-9A-HJKMNP-TV-Z]{8}$');
create domain attempt_outcome as text check (value in ('sent', 'paid', 'failed', 'unsent', 'unknown'));
create domain hold_reasons as text[] check (value <@ array[
  'no_target', 'target_unverified', 'cooling', 'frozen', 'contact_changed', 'velocity', 'self_deal', 'no_source', 'returned',
  'four_eyes', 'taken_back', 'provider_hold']);

create table payout (
  id text primary key,
  deal_id text references deal,
  -- Null: money of nobody we know goes back to the account that it came from.
  user_id bigint references app_user,
  party party not null,
  purpose payout_purpose not null,
  amount_paise positive_paise not null,
  provider text not null,
  destination text,
  status payout_status not null default 'queued',
  provider_ref text,
  -- Claimed with a lease (repositories/queue.ts): on real time, as all retries are.
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  paid_at timestamptz,
  -- The target as it was when the money was released: a later change does not redirect it. Sealed, as in payout_target.
  destination_sealed bytea,
  target_id text references payout_target,
  -- Part of the key under which the rail is asked. Rises only once the tries under the old key have failed for certain.
  generation payout_generation not null default 1,
  -- The payout that came back, for which this one is made.
  replaces text unique references payout,
  held_because hold_reasons not null default '{}',
  -- Product time; null while it waits for somebody to do something.
  held_until timestamptz,
  -- Reasons that an Admin has looked at.
  approved text[] not null default '{}',
  returned_at timestamptz,
  bank_account_id text references bank_account,
  -- First in every narration: `PY` and 8 letters, since banks cut what follows.
  code payout_code unique,
  -- The payment of the provider that this gives back. Null for what goes to a target.
  refund_of text,
  -- What the provider holds of the payment: a release is let go from it, a refund waits until it is back.
  hold_of text references provider_hold,
  -- The provider could not give the payment back: it goes to a target of its owner, once two Admins agree.
  by_transfer boolean not null default false check (not by_transfer or refund_of is not null),
  -- A person pays it at the bank: no job sends it.
  by_hand boolean not null default false,
  -- The fee that is given back.
  given_back text references tax_due,
  -- The line that is paid back, and the name of the account that it came from.
  bank_line text,
  recipient text,
  constraint payout_stranger_check check (
    (user_id is null) = (bank_line is not null) and (user_id is null) = (recipient is not null)
    and (user_id is null) = (purpose = 'suspense') and (bank_line is null or (deal_id is null and by_hand))),
  constraint payout_held_check check ((status = 'held') = (held_because <> '{}')),
  constraint payout_destination_check check (destination is not null or status = 'held'),
  constraint payout_returned_check check ((status = 'returned') = (returned_at is not null)),
  constraint payout_refund_check check (refund_of is null or purpose <> 'release')
);
create index payout_deal on payout (deal_id);
-- A line is paid back once, whoever decides it and however often.
create unique index payout_of_line on payout (bank_line) where bank_line is not null and status not in ('returned', 'cancelled');
create index payout_due on payout (next_try_at) where status in ('queued', 'sent', 'failed');
create index payout_open on payout (created_at) where status <> 'paid';
-- Of a deal somebody is owed one live payout for each purpose, and one for each fee that is given back; strays are one for
-- each payment.
create unique index payout_live on payout (deal_id, party, purpose, coalesce(given_back, ''))
  where status <> 'returned' and purpose <> 'stray';
create index payout_held on payout (held_until) where status = 'held';
create index payout_user on payout (user_id, created_at);
create index payout_refund on payout (provider, refund_of) where refund_of is not null and status <> 'returned';
create index payout_paid_at on payout (paid_at) where paid_at is not null;
create index payout_provider_ref on payout (provider_ref) where provider_ref is not null;

-- `unsent`: the provider refused our settings, and did nothing. It counts as no try.
create table payout_attempt (
  payout_id text not null references payout,
  n integer not null,
  at timestamptz not null default clock_timestamp(),
  outcome attempt_outcome not null,
  detail text,
  generation integer not null default 1,
  primary key (payout_id, n)
);

grant select, insert, update on payout, payout_attempt to amanat_app;

create function payout_moves() returns trigger language plpgsql as $$
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
  if new.by_transfer <> old.by_transfer then
    select outcome into v_last from payout_attempt where payout_id = old.id order by n desc limit 1;
    if not new.by_transfer or coalesce(v_last, 'failed') <> 'failed' or old.status not in ('queued', 'review') then
      raise exception 'payout %: its refund may still be paid', old.id using errcode = '23514';
    end if;
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
    bank_line, status, generation, destination, destination_sealed, target_id, by_transfer on payout
  for each row execute function payout_moves();
alter table payout enable always trigger moves;
revoke all on function payout_moves() from public;

-- Of one payment never more goes back than has come. The deposit's row is what two refunds at once wait for.
-- As its owner: the program may not lock what it may not change.
create function refund_within_deposit() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_came bigint;
  v_back bigint;
begin
  select d.amount_paise into v_came from deposit d
   where d.provider = new.provider and d.provider_payment_id = new.refund_of for no key update;
  if v_came is null then
    raise exception 'payout %: there is no payment % of %', new.id, new.refund_of, new.provider using errcode = '23514';
  end if;
  select coalesce(sum(p.amount_paise), 0) into v_back from payout p
   where p.provider = new.provider and p.refund_of = new.refund_of and p.status <> 'returned';
  if v_back > v_came then
    raise exception 'payout %: % paise back of a payment of %', new.id, v_back, v_came using errcode = '23514';
  end if;
  return null;
end $$;
create trigger refund_within_deposit after insert on payout
  for each row when (new.refund_of is not null) execute function refund_within_deposit();
alter table payout enable always trigger refund_within_deposit;
revoke all on function refund_within_deposit() from public;

-- ---------------------------------------------------------------- files of payouts

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
  amount_paise positive_paise not null,
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

-- ---------------------------------------------------------------- two people

-- Two people for what one alone could steal or get wrong: a large payout goes once two Admins have approved it; the
-- outcome of a payout that nobody knows, and the target of a deleted account, are said by one and confirmed by another.

create table payout_approval (
  payout_id text not null references payout,
  -- Where it was to go: another destination wants approvals of its own. Null for the source of a deposit.
  target_id text references payout_target,
  approved_by bigint not null references app_user,
  -- Product time.
  at timestamptz not null
);
-- one person is one approval
create unique index payout_approval_once on payout_approval (payout_id, coalesce(target_id, ''), approved_by);
create trigger append_only before update or delete or truncate on payout_approval
  for each statement execute function refuse_change();
alter table payout_approval enable always trigger append_only;

create table payout_outcome (
  id text primary key,
  payout_id text not null references payout,
  generation integer not null,
  outcome text not null check (outcome in ('paid', 'failed')),
  -- The bank's reference of a payment that was made.
  reference text check (reference <> ''),
  -- What the bank or the provider said, and when: a ticket, a letter.
  evidence text not null check (evidence <> ''),
  stated_by bigint not null references app_user,
  stated_at timestamptz not null,
  state text not null default 'stated' check (state in ('stated', 'confirmed', 'rejected')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((outcome = 'paid') = (reference is not null)),
  check ((state = 'stated') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- four eyes; whoever stated it may take it back
  check (state <> 'confirmed' or decided_by <> stated_by)
);
create unique index payout_outcome_open on payout_outcome (payout_id) where state = 'stated';

create function payout_outcome_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'stated' and new.state <> 'stated'
     and (to_jsonb(new) - array['state', 'decided_by', 'decided_at'])
       = (to_jsonb(old) - array['state', 'decided_by', 'decided_at']) then
    return new;
  end if;
  raise exception 'payout_outcome is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger moves before update or delete on payout_outcome
  for each row execute function payout_outcome_moves();
create trigger no_truncate before truncate on payout_outcome
  for each statement execute function refuse_change();
alter table payout_outcome enable always trigger moves;
alter table payout_outcome enable always trigger no_truncate;

revoke all on function payout_outcome_moves() from public;
grant select, insert on payout_approval, payout_outcome to amanat_app;
grant update (state, decided_by, decided_at) on payout_outcome to amanat_app;

-- Whoever has deleted their account can set no target any more, and is owed what comes back all the same.
create table payout_target_proposal (
  id text primary key,
  -- That waits for it.
  payout_id text not null references payout,
  kind text not null check (kind in ('upi', 'bank')),
  -- As in payout_target. Empty once it is decided: what was confirmed stands in the target, and nothing else is kept.
  address_sealed bytea not null,
  address_masked text not null,
  -- Of the account's holder, as the owner wrote it.
  holder_name text not null check (holder_name <> ''),
  -- The letter in which the owner asked, and how the team knows whose it is.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'withdrawn')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  -- What it became.
  target_id text unique references payout_target,
  check ((state = 'proposed') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((state = 'confirmed') = (target_id is not null)),
  check ((state = 'proposed') = (address_sealed <> ''::bytea)),
  -- four eyes; whoever proposed it may withdraw it
  check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index payout_target_proposal_open on payout_target_proposal (payout_id) where state = 'proposed';

create function payout_target_proposal_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'proposed' and new.state <> 'proposed'
     and (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'target_id', 'address_sealed'])
       = (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'target_id', 'address_sealed']) then
    return new;
  end if;
  raise exception 'payout_target_proposal is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger moves before update or delete on payout_target_proposal
  for each row execute function payout_target_proposal_moves();
create trigger no_truncate before truncate on payout_target_proposal
  for each statement execute function refuse_change();
alter table payout_target_proposal enable always trigger moves;
alter table payout_target_proposal enable always trigger no_truncate;

revoke all on function payout_target_proposal_moves() from public;
grant select, insert on payout_target_proposal to amanat_app;
grant update (state, decided_by, decided_at, target_id, address_sealed) on payout_target_proposal to amanat_app;

-- ---------------------------------------------------------------- lines of statements in the books

-- What each line of a statement became in the books. Every line is booked, in the bank's order, so that `bank:<id>` is what
-- the statement says; what nobody can tell waits in suspense, or unexplained, for a person.

create table line_booking (
  bank_account_id text not null,
  position bigint not null,
  outcome text not null check (outcome in ('applied', 'over', 'short', 'double', 'late', 'payout_paid', 'payout_returned',
    'deposit_reversed', 'settlement', 'suspense', 'unexplained')),
  -- A pay-in's reference, a payout's code, or a settlement of a provider.
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
-- Without sequential scans, as in `post`: a plan that was made on an empty table would read all lines for each one.
create function line_booking_follows() returns trigger language plpgsql set enable_seqscan = off as $$
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

-- What people say of the lines that wait in suspense, or unexplained: which pay-in or payout one is, or of which kind it is.
-- A decision is a row that moves forward; a line has one that lives at a time, so that of two people one wins.

create table line_decision (
  bank_account_id text not null,
  position bigint not null,
  -- Of this line, from 1.
  n bigint not null check (n > 0),
  kind text not null check (kind in ('pay_in', 'payout', 'settlement', 'explain', 'refund', 'debt')),
  -- A pay-in's reference, a payout's code, a settlement of a provider, the account that a `refund` goes back to, or who pays a debt.
  target text,
  -- Of a `refund`: the name of that account; of a `debt`: of who pays it.
  recipient text,
  class text,
  note text not null,
  -- As whoever decided saw it: what turns out otherwise is not booked.
  expected text,
  -- Four eyes.
  needs_second boolean not null,
  state text not null check (state in ('proposed', 'done', 'dropped', 'undone')),
  decided_by bigint not null references app_user,
  decided_at timestamptz not null,
  approved_by bigint references app_user,
  dropped_by bigint references app_user,
  -- What it became in the books, and the transfers that say so.
  outcome text,
  transfers text[] not null default '{}',
  done_at timestamptz,
  -- Of a debt that was less than the line: what of it paid the debt. The rest waits for another decision.
  part_paise bigint check (part_paise > 0),
  -- Undoing takes two people, too.
  undo_asked_by bigint references app_user,
  undo_note text,
  undone_by bigint references app_user,
  undone_at timestamptz,
  primary key (bank_account_id, position, n),
  foreign key (bank_account_id, position) references line_booking (bank_account_id, position),
  check ((kind = 'explain') = (class is not null)),
  check ((kind = 'explain') = (target is null)),
  check (approved_by <> decided_by),
  check (undone_by <> undo_asked_by),
  check (state not in ('done', 'undone') or not needs_second or approved_by is not null),
  check ((state in ('done', 'undone')) = (outcome is not null and done_at is not null and cardinality(transfers) > 0)),
  check ((state = 'dropped') = (dropped_by is not null)),
  check ((state = 'undone') = (undone_by is not null and undone_at is not null)),
  check (state <> 'undone' or undo_asked_by is not null),
  check ((undo_asked_by is null) = (undo_note is null)),
  constraint line_decision_refund_check
    check ((kind in ('refund', 'debt')) = (recipient is not null) and (kind <> 'refund' or needs_second)),
  check (part_paise is null or (kind = 'debt' and state = 'done'))
);
create unique index line_decision_lives on line_decision (bank_account_id, position)
  where state in ('proposed', 'done') and part_paise is null;
create index line_decision_newest on line_decision (decided_at desc);

create function line_decision_moves() returns trigger language plpgsql as $$
declare
  v_free text[] := case (old.state || ' ' || new.state)
    when 'proposed done' then array['state', 'approved_by', 'outcome', 'transfers', 'done_at', 'part_paise']
    when 'proposed dropped' then array['state', 'dropped_by']
    when 'done done' then array['undo_asked_by', 'undo_note']
    when 'done undone' then array['state', 'transfers', 'undone_by', 'undone_at']
  end;
begin
  if v_free is not null and to_jsonb(new) - v_free = to_jsonb(old) - v_free then
    return new;
  end if;
  raise exception 'line_decision % of %: % to % refused', old.n, old.position, old.state, new.state using errcode = 'AM403';
end $$;
create trigger moves before update on line_decision for each row execute function line_decision_moves();
create trigger never_deleted before delete or truncate on line_decision
  for each statement execute function refuse_change();

alter table line_decision enable always trigger moves;
alter table line_decision enable always trigger never_deleted;
revoke all on function line_decision_moves() from public;
grant select, insert on line_decision to amanat_app;
grant update (state, approved_by, dropped_by, outcome, transfers, done_at, part_paise, undo_asked_by, undo_note, undone_by, undone_at)
  on line_decision to amanat_app;

-- ---------------------------------------------------------------- settlements

-- What providers send to the operator's bank account, line by line as their reports say, the transfer that the lines are
-- part of, and what does not agree with our own rows (docs/settlements.md).

-- A transfer of a provider to a bank account of the operator.
create table settlement (
  provider text not null,
  settlement_id text not null,
  -- Stands on the line of the bank's statement; unknown until the transfer has left.
  utr text,
  amount_paise positive_paise not null,
  -- In India.
  day date not null,
  -- The line of a statement that shows it.
  bank_account_id text,
  position bigint,
  primary key (provider, settlement_id),
  foreign key (bank_account_id, position) references statement_line (bank_account_id, position),
  check ((bank_account_id is null) = (position is null)),
  unique (bank_account_id, position)
);
create index settlement_on_its_way on settlement (day) where bank_account_id is null;
create index settlement_newest on settlement (day desc);
create function settlement_moves() returns trigger language plpgsql as $$
begin
  if (old.bank_account_id is not null or (old.utr is not null and new.utr is distinct from old.utr)
      or to_jsonb(new) - array['utr', 'bank_account_id', 'position']
         <> to_jsonb(old) - array['utr', 'bank_account_id', 'position']) then
    raise exception 'settlement % of % is changed', old.settlement_id, old.provider using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on settlement for each row execute function settlement_moves();
create trigger no_delete before delete or truncate on settlement for each statement execute function refuse_change();
alter table settlement enable always trigger moves;
alter table settlement enable always trigger no_delete;
revoke all on function settlement_moves() from public;
grant select, insert on settlement to amanat_app;
grant update (utr, bank_account_id, position) on settlement to amanat_app;

-- A payment, a refund or whatever else moves what a provider settles.
create table settlement_line (
  provider text not null,
  type text not null check (type in ('payment', 'refund', 'transfer', 'adjustment', 'other')),
  -- Of the provider.
  entity_id text not null,
  settlement_id text,
  day date not null,
  amount_paise bigint not null check (amount_paise >= 0),
  debit_paise bigint not null check (debit_paise >= 0),
  credit_paise bigint not null check (credit_paise >= 0),
  -- With its tax.
  fee_paise bigint not null check (fee_paise >= 0),
  tax_paise bigint not null check (tax_paise between 0 and fee_paise),
  -- Of the row itself.
  at timestamptz not null default product_now(),
  primary key (provider, type, entity_id)
);
create index settlement_line_settlement on settlement_line (provider, settlement_id);
create trigger append_only before update or delete or truncate on settlement_line
  for each statement execute function refuse_change();
alter table settlement_line enable always trigger append_only;
grant select, insert on settlement_line to amanat_app;

-- A day of a report that was read to its end: once on the day after, and once more.
create table settlement_report (
  provider text not null,
  day date not null,
  reading smallint not null check (reading in (1, 2)),
  lines integer not null check (lines >= 0),
  read_at timestamptz not null,
  primary key (provider, day, reading)
);
create trigger append_only before update or delete or truncate on settlement_report
  for each statement execute function refuse_change();
alter table settlement_report enable always trigger append_only;
grant select, insert on settlement_report to amanat_app;

-- What does not agree. It moves no money: two Admins may book what the provider says, or one says how it was settled.
create table discrepancy (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('theirs_only', 'ours_only', 'amount', 'fee', 'settlement')),
  type text not null check (type in ('payment', 'refund', 'transfer', 'adjustment', 'other', 'settlement')),
  -- Of the provider: of the payment, the refund, the adjustment or the settlement.
  reference text not null,
  -- Null where that side has no such row.
  ours_paise bigint,
  theirs_paise bigint,
  -- Product time.
  opened_at timestamptz not null,
  -- What was asked to be booked as the provider says, and by whom.
  proposed_by bigint references app_user,
  note text,
  closed_at timestamptz,
  -- Null where the missing row came.
  closed_by bigint references app_user,
  -- The transfer that books it.
  transfer_id text,
  unique nulls not distinct (provider, kind, type, reference, ours_paise, theirs_paise),
  check (closed_by <> proposed_by),
  check (transfer_id is null or (proposed_by is not null and closed_by is not null)),
  check (closed_at is not null or (closed_by is null and transfer_id is null)),
  check (closed_by is null or note is not null)
);
create index discrepancy_open on discrepancy (opened_at) where closed_at is null;
create function discrepancy_moves() returns trigger language plpgsql as $$
begin
  if (old.closed_at is not null
      or to_jsonb(new) - array['proposed_by', 'note', 'closed_at', 'closed_by', 'transfer_id']
         <> to_jsonb(old) - array['proposed_by', 'note', 'closed_at', 'closed_by', 'transfer_id']) then
    raise exception 'discrepancy % is changed', old.id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger moves before update on discrepancy for each row execute function discrepancy_moves();
create trigger no_delete before delete or truncate on discrepancy for each statement execute function refuse_change();
alter table discrepancy enable always trigger moves;
alter table discrepancy enable always trigger no_delete;
revoke all on function discrepancy_moves() from public;
grant select, insert on discrepancy to amanat_app;
grant update (proposed_by, note, closed_at, closed_by, transfer_id) on discrepancy to amanat_app;

-- ---------------------------------------------------------------- the figures of a day

-- What happened on each day, in sums: the console's charts read a row a day instead of every deal there ever was.
create table day_figure (
  -- In India.
  day date primary key,
  in_paise bigint not null,
  out_paise bigint not null,
  -- What deals took into their holds, and what left them: the held money of a day is counted back from today's.
  funded_paise bigint not null,
  freed_paise bigint not null,
  fees_paise bigint not null,
  funded bigint not null,
  ended bigint not null,
  -- Of those that ended, with a complaint.
  disputed bigint not null,
  -- Of those, decided by the team, and the median time from the complaint to the decision.
  decided bigint not null,
  decide_ms bigint
);
grant select, insert, update on day_figure to amanat_app;
-- Transfers come in the order of their time: a few pages say where a day begins.
create index transfer_at on transfer using brin (at) with (pages_per_range = 16);
