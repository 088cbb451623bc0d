-- Deals, the policy each was agreed under, disputes and their offers. Balances are in the ledger.

create table policy (
  id integer generated always as identity primary key,
  hash text not null unique,
  body jsonb not null
);

create table coupon (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{0,8}([0-4][0-9]|50)$'),
  created_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp()
);

create table deal (
  id text primary key,
  no bigint generated always as identity unique,
  track text not null check (track in ('shopping', 'services')),
  status text not null,
  creator_id bigint not null references app_user,
  payer_id bigint references app_user,
  payee_id bigint references app_user,
  counterparty_phone text not null,
  amount_paise bigint not null check (amount_paise > 0),
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  cancellation_fee_basis_points integer not null check (cancellation_fee_basis_points between 0 and 10000),
  coupon_id bigint references coupon,
  terms_version integer not null default 1,
  terms jsonb not null,
  policy_id integer not null references policy,
  completion_at timestamptz,
  created_at timestamptz not null,
  agreed_at timestamptz,
  funded_at timestamptz,
  delivery_due_at timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  due_event text,
  more_time_asked boolean not null default false,
  changes_requested integer not null default 0,
  extension_to timestamptz,
  courier text,
  tracking_number text,
  return_courier text,
  return_tracking_number text,
  handover_code text,
  handover_tries integer not null default 0,
  disputed_at timestamptz,
  last_seq integer not null default 0,
  -- Reminders of the running deadline: when it began, and when the next reminder is due.
  due_from timestamptz,
  next_reminder_at timestamptz,
  -- payer and payee are different people
  check (payer_id is null or payee_id is null or payer_id <> payee_id),
  check (status in ('proposed', 'agreed', 'funded', 'in_delivery', 'delivered', 'return_requested', 'returning',
    'return_in_transit', 'disputed', 'negotiating', 'mediation', 'declined', 'withdrawn', 'expired', 'refunded',
    'released', 'cancelled', 'settled')),
  -- every open state has a deadline and no terminal state has one, so no deal can be left pending
  check ((due_at is null) = (status in ('declined', 'withdrawn', 'expired', 'refunded', 'released', 'cancelled', 'settled'))),
  check ((due_at is null) = (due_event is null)),
  check (next_reminder_at is null or due_at is not null)
);
create index deal_payer on deal (payer_id, no desc) where payer_id is not null;
create index deal_payee on deal (payee_id, no desc) where payee_id is not null;
-- Open offers by the phone number they were made to; also serves the team's search by prefix.
create index deal_offered on deal (counterparty_phone text_pattern_ops, no desc) where agreed_at is null;
create index deal_due on deal (due_at) where due_at is not null;
create index deal_reminder on deal (next_reminder_at) where next_reminder_at is not null;

create table dispute (
  deal_id text primary key references deal,
  complainant text not null check (complainant in ('payer', 'payee')),
  reason text not null,
  statement text not null,
  wanted text,
  response text,
  filed_at timestamptz not null,
  payer_fee_paise bigint not null default 0,
  payee_fee_paise bigint not null default 0,
  payer_fee_fate text check (payer_fee_fate in ('back', 'kept')),
  payee_fee_fate text check (payee_fee_fate in ('back', 'kept')),
  escalated_by text[] not null default '{}',
  open_offer_id text,
  decided_by bigint references app_user,
  decision jsonb
);

create table offer (
  id text primary key,
  deal_id text not null references deal,
  by text not null check (by in ('payer', 'payee')),
  payer_share_paise bigint not null check (payer_share_paise >= 0),
  note text,
  at timestamptz not null
);
create index offer_deal on offer (deal_id, at);

grant select, insert on policy, coupon, offer to amanat_app;
grant select, insert, update on deal, dispute to amanat_app;

-- A deal in a terminal state holds no money. Checked at commit, so the order of writes in the transaction is free.
create constraint trigger hold_is_zero after insert or update on deal
  deferrable initially deferred for each row when (new.due_at is null) execute function deal_hold_is_zero();
