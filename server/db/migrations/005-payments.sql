-- Pay-ins, provider events, deposits and payouts. Their effect on balances is in the ledger.

create table pay_in (
  id text primary key,
  deal_id text not null references deal,
  party text not null check (party in ('payer', 'payee')),
  user_id bigint not null references app_user,
  purpose text not null check (purpose in ('amount', 'fee')),
  provider text not null,
  amount_paise bigint not null check (amount_paise > 0),
  reference text not null unique,
  status text not null default 'open' check (status in ('open', 'paid', 'failed', 'closed')),
  created_at timestamptz not null,
  paid_at timestamptz
);
-- at most one open pay-in per purpose and party
create unique index pay_in_open on pay_in (deal_id, purpose, party) where status = 'open';
create index pay_in_deal on pay_in (deal_id, created_at desc);

-- Provider events, for deduplication: each is applied once, in whatever order and however often it is delivered.
create table webhook_event (
  provider text not null,
  event_id text not null,
  body jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (provider, event_id)
);

-- Money received: one row per payment of the provider, with how it was applied.
create table deposit (
  provider text not null,
  provider_payment_id text not null,
  pay_in_id text references pay_in,
  deal_id text references deal,
  amount_paise bigint not null check (amount_paise > 0),
  source text,
  kind text not null check (kind in ('applied', 'late', 'double', 'short', 'over', 'unknown')),
  at timestamptz not null,
  primary key (provider, provider_payment_id)
);
create index deposit_deal on deposit (deal_id) where deal_id is not null;
create index deposit_stray on deposit (at desc) where kind <> 'applied';

create table payout (
  id text primary key,
  deal_id text references deal,
  user_id bigint not null references app_user,
  party text not null check (party in ('payer', 'payee')),
  purpose text not null check (purpose in ('release', 'refund', 'fee_back', 'stray')),
  amount_paise bigint not null check (amount_paise > 0),
  provider text not null,
  destination text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'paid', 'failed', 'review')),
  provider_ref text,
  -- Claimed with a lease (repositories/queue.ts): on real time, as all retries are.
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  paid_at timestamptz
);
create index payout_deal on payout (deal_id);
create index payout_due on payout (next_try_at) where status in ('queued', 'sent', 'failed');
create index payout_open on payout (created_at) where status <> 'paid';

create table payout_attempt (
  payout_id text not null references payout,
  n integer not null,
  at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in ('sent', 'paid', 'failed', 'unknown')),
  detail text,
  primary key (payout_id, n)
);

grant select, insert on webhook_event, deposit, payout_attempt to amanat_app;
grant select, insert, update on pay_in, payout to amanat_app;
grant update on payout_attempt to amanat_app;

-- Secrets shared by all processes on this database, generated once.
create table app_secret (name text primary key, value text not null);
grant select, insert on app_secret to amanat_app;
