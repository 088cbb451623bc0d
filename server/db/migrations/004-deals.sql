-- Deals, the policy each was agreed under, disputes and their offers; what leads to a deal (invitations, requests, offer
-- links) and what follows it. Balances are in the ledger.

create table policy (
  id integer generated always as identity primary key,
  hash text not null unique,
  body jsonb not null
);

-- A change of the policy that one Admin has written and a second one approves.
create table policy_proposal (
  id text primary key,
  body jsonb not null,
  -- What it was written against: another one in force ends it.
  base_policy_id integer not null references policy,
  reason text not null check (reason <> ''),
  proposed_by bigint not null references app_user,
  -- Product time, as decided_at.
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((state = 'open') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- whoever wrote it is not the second one
  check (state <> 'approved' or decided_by <> proposed_by)
);
create unique index one_open_policy_proposal on policy_proposal ((true)) where state = 'open';

-- Which policy counted from when on: the newest is in force. Nothing here is changed or deleted.
create table policy_version (
  id integer generated always as identity primary key,
  policy_id integer not null references policy,
  valid_from timestamptz not null,
  -- Null: as content/policy.json had it at a start.
  proposal_id text unique references policy_proposal
);

create table coupon (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{0,8}([0-4][0-9]|50)$'),
  created_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp(),
  max_uses integer check (max_uses between 1 and 100000),
  -- From when until when it counts, and whether the team has stopped it. Null: no bound, and not stopped.
  valid_from timestamptz,
  valid_until timestamptz,
  off_at timestamptz,
  constraint coupon_valid check (valid_from < valid_until)
);
comment on column coupon.max_uses is 'Null: as often as anybody likes. Offers that came to nothing give their use back.';

-- Whom a coupon is for: everybody; those who are named; or whoever comes first, for a number of uses.
create table coupon_holder (
  coupon_id bigint not null references coupon,
  user_id   bigint not null references app_user,
  primary key (coupon_id, user_id)
);
comment on table coupon_holder is 'Without a row the coupon is for everybody.';
create index coupon_holder_user on coupon_holder (user_id);

create domain deal_status as text check (value in ('proposed', 'agreed', 'funded', 'in_delivery', 'delivered',
  'return_requested', 'returning', 'return_in_transit', 'disputed', 'negotiating', 'mediation', 'declined', 'withdrawn',
  'expired', 'refunded', 'released', 'cancelled', 'settled'));
create domain freeze_outcome as text check (value in ('goes_on', 'charged_back'));

create table deal (
  id text primary key,
  no bigint generated always as identity unique,
  track track not null,
  status deal_status not null,
  creator_id bigint not null references app_user,
  payer_id bigint references app_user,
  payee_id bigint references app_user,
  counterparty_phone text not null,
  amount_paise positive_paise not null,
  commission_basis_points basis_points not null,
  cancellation_fee_basis_points basis_points not null,
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
  -- An offer is made to an account, not to a phone number: numbers pass from one person to another. Null: no account has
  -- held the number since the offer was made. The first that does and opens the offer gets it.
  counterparty_id bigint references app_user,
  constraint deal_counterparty_check check (counterparty_id <> creator_id),
  -- A deal stands still while its money is in doubt: the bank has taken its deposit back. What the first of two Admins
  -- says about it waits for the second here.
  frozen_since timestamptz,
  freeze_outcome freeze_outcome,
  freeze_stated_by bigint references app_user,
  -- What the first of two Admins has seen: the second reads it before they agree.
  freeze_note text,
  -- It stands still only while it is paid and has not ended.
  constraint deal_frozen_check check (
    (frozen_since is null or (funded_at is not null and due_at is not null))
    and (freeze_outcome is null or frozen_since is not null)
    and (freeze_outcome is null) = (freeze_stated_by is null)),
  -- payer and payee are different people
  check (payer_id is null or payee_id is null or payer_id <> payee_id),
  -- every open state has a deadline and no terminal state has one, so no deal can be left pending
  constraint deal_deadline_check check (
    (due_at is null) = (status = any ('{declined,withdrawn,expired,refunded,released,cancelled,settled}'))
    and (due_at is null) = (due_event is null)
    and (next_reminder_at is null or due_at is not null))
);
create index deal_payer on deal (payer_id, no desc) where payer_id is not null;
create index deal_payee on deal (payee_id, no desc) where payee_id is not null;
-- Open offers by the phone number they were made to; also serves the team's search by prefix.
create index deal_offered on deal (counterparty_phone text_pattern_ops, no desc) where agreed_at is null;
create index deal_counterparty on deal (counterparty_id, no desc) where agreed_at is null and counterparty_id is not null;
create index deal_coupon on deal (coupon_id) where coupon_id is not null;
create index deal_due on deal (due_at) where due_at is not null;
create index deal_reminder on deal (next_reminder_at) where next_reminder_at is not null;
-- The team looks for a deal by what it is told: a parcel's number, the bank's number of a transfer, the beginning of a title.
create index deal_tracking on deal (upper(tracking_number)) where tracking_number is not null;
create index deal_return_tracking on deal (upper(return_tracking_number)) where return_tracking_number is not null;
create index deal_title on deal
  (lower(left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60)) text_pattern_ops);
-- The team's grid narrows deals by amount and by the day they were made, and orders them by amount.
-- Each has what the others narrow by: what fits one filter and few of another is found without reading the rows.
create index deal_amount on deal (amount_paise, no desc) include (status, track, created_at);
create index deal_created on deal (created_at, no desc) include (status, track, amount_paise);
-- The figures of a day.
create index deal_funded on deal (funded_at) where funded_at is not null;
create index deal_ended on deal (ended_at) where ended_at is not null;
create index deal_disputed_ended on deal (ended_at) where ended_at is not null and disputed_at is not null;
create index deal_frozen on deal (frozen_since) where frozen_since is not null;
create index deal_status on deal (status, no desc) include (track, amount_paise, created_at);
-- Those that have not ended are few, and are what the team looks at: all that its lists and sums ask of them, without the rows.
create index deal_open on deal (no desc)
  include (id, status, due_at, amount_paise, created_at, funded_at, disputed_at, track) where due_at is not null;
alter table deal alter column terms set statistics 0;

create table dispute (
  deal_id text primary key references deal,
  complainant party not null,
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
  by party not null,
  payer_share_paise bigint not null check (payer_share_paise >= 0),
  note text,
  at timestamptz not null
);
create index offer_deal on offer (deal_id, at);

grant select, insert on policy, policy_version, policy_proposal, coupon, coupon_holder, offer to amanat_app;
grant update (state, decided_by, decided_at) on policy_proposal to amanat_app;
grant update (off_at) on coupon to amanat_app;
grant select, insert, update on deal, dispute to amanat_app;

-- A deal in a terminal state holds no money. Checked at commit, so the order of writes in the transaction is free.
create constraint trigger hold_is_zero after insert or update on deal
  deferrable initially deferred for each row when (new.due_at is null) execute function deal_hold_is_zero();

-- A decision of the team from an amount on: what the first person wrote waits for a second one.
create table decision_proposal (
  id text primary key,
  deal_id text not null references deal,
  payer_share_paise bigint not null check (payer_share_paise >= 0),
  at_fault text not null check (at_fault in ('payer', 'payee', 'both', 'none')),
  reasons text not null check (reasons <> ''),
  proposed_by bigint not null references app_user,
  -- Product time, as decided_at.
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dropped')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((state = 'open') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- whoever wrote it is not the second one
  check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index decision_proposal_open on decision_proposal (deal_id) where state = 'open';
grant select, insert, update (state, decided_by, decided_at) on decision_proposal to amanat_app;

-- Who of the team looks after a deal.
create table deal_owner (
  deal_id text primary key references deal,
  owner_id bigint not null references app_user,
  since timestamptz not null
);
grant select, insert, delete, update (owner_id, since) on deal_owner to amanat_app;

-- What the team writes for itself, about a deal or a person. Neither party reads it.
create table team_note (
  id bigint generated always as identity primary key,
  deal_id text references deal,
  user_id bigint references app_user,
  text text not null check (text <> ''),
  author_id bigint not null references app_user,
  at timestamptz not null,
  check ((deal_id is null) <> (user_id is null))
);
create index team_note_deal on team_note (deal_id) where deal_id is not null;
create index team_note_user on team_note (user_id) where user_id is not null;
-- those about a person go when their account is erased
grant select, insert, delete on team_note to amanat_app;

-- Opens a complaint about one claimed delivery without a password. Runs on product time, as the delivery's window does.
create table complaint_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  deal_id text not null references deal,
  user_id bigint not null references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index complaint_link_deal on complaint_link (deal_id);
create index complaint_link_user on complaint_link (user_id);
create index complaint_link_expiry on complaint_link (expires_at);
grant select, insert, update, delete on complaint_link to amanat_app;

-- Whether one party of an ended deal would deal with the other again. Said once, shown to others as a count.
create table deal_rating (
  deal_id text not null references deal,
  rater_id bigint not null references app_user,
  rated_id bigint not null references app_user,
  is_good boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (deal_id, rater_id),
  check (rater_id <> rated_id)
);
create index deal_rating_rated on deal_rating (rated_id, rater_id, created_at desc);

grant select, insert on deal_rating to amanat_app;

-- ---------------------------------------------------------------- invitations and requests

-- Offers that wait for their seller to join: the form as it was filled, and the number that was invited.
create table invite (
  id text primary key,
  buyer_id bigint not null references app_user,
  -- Of somebody who may have no account: deleted with the row, a month after it was written.
  phone_number text not null check (phone_number ~ '^[6-9][0-9]{9}$'),
  -- What the form says beside the seller.
  fields jsonb not null,
  -- Set once, by the offer that was sent from it.
  deal_id text unique references deal,
  created_at timestamptz not null default clock_timestamp()
);
create index invite_buyer on invite (buyer_id, created_at);
create index invite_waiting on invite (phone_number) where deal_id is null;

grant select, insert, delete, update (deal_id) on invite to amanat_app;

-- A seller asks for a deal: the form as they filled it, for the buyer with this number to send as their own offer.
create table deal_request (
  id text primary key,
  seller_id bigint not null references app_user,
  -- Who had the number as a buyer when it was asked; null while nobody had.
  buyer_id bigint references app_user,
  -- Of somebody who may have no account: deleted with the row, a month after it was written.
  phone_number text not null check (phone_number ~ '^[6-9][0-9]{9}$'),
  -- What the form says beside the buyer.
  fields jsonb not null,
  -- Set once, by the offer that the buyer sent from it.
  deal_id text unique references deal,
  created_at timestamptz not null default clock_timestamp(),
  check (buyer_id is distinct from seller_id)
);
create index deal_request_seller on deal_request (seller_id, created_at);
create index deal_request_buyer on deal_request (buyer_id) where deal_id is null;
create index deal_request_waiting on deal_request (phone_number) where deal_id is null;

grant select, insert, delete, update (deal_id) on deal_request to amanat_app;

-- Pictures that wait with an invitation or a request, and become files of the deal that is sent from it, under the same
-- id. Without either the bytes are taken out of the file store, then the row.
create table waiting_photo (
  id text collate "C" primary key,
  no bigint generated always as identity,
  invite_id text references invite on delete set null,
  request_id text references deal_request on delete set null,
  owner_id bigint not null references app_user,
  name text not null check (name <> ''),
  type text not null check (type in ('jpg', 'png', 'webp')),
  size bigint not null check (size between 1 and 26214400),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  has_location boolean not null,
  at timestamptz not null,
  check (invite_id is null or request_id is null)
);
create index waiting_photo_invite on waiting_photo (invite_id, no);
create index waiting_photo_request on waiting_photo (request_id, no);
-- What one account has added in a day.
create index waiting_photo_owner on waiting_photo (owner_id, at);
create index waiting_photo_orphan on waiting_photo (id) where invite_id is null and request_id is null;

grant select, delete on waiting_photo to amanat_app;
grant insert (id, invite_id, request_id, owner_id, name, type, size, sha256, has_location, at) on waiting_photo to amanat_app;

-- ---------------------------------------------------------------- offer links

-- One item, many buyers. Each taking makes a deal of its own, under the version that was open then.

-- A picture of what an offer link sells, made smaller and without what the camera wrote. A version names the one that it
-- showed, so that a dispute can look at it later.
create table offer_link_photo (
  id text primary key,
  owner_id bigint not null references app_user,
  -- Of the bytes as they were stored first.
  sha256 text not null,
  -- WebP. Empty once the owner's account is deleted.
  content bytea not null check (octet_length(content) <= 600000),
  at timestamptz not null default clock_timestamp()
);
create index offer_link_photo_owner on offer_link_photo (owner_id, at);
grant select, insert, update (content) on offer_link_photo to amanat_app;

create table offer_link (
  id text primary key,
  owner_id bigint not null references app_user,
  track text not null check (track = 'shopping'),
  version integer not null default 1 check (version > 0),
  -- Empty once the owner's account is deleted.
  title text not null,
  details text not null,
  amount_paise positive_paise not null,
  -- Left to take; null: as many as come. Two that take the last one at the same moment cannot both have it.
  stock integer check (stock >= 0),
  per_buyer integer not null check (per_buyer > 0),
  paused_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  photo_id text references offer_link_photo,
  -- When its page was last said to have been opened, so that a webhook says it once an hour at most.
  opened_at timestamptz
);
create index offer_link_owner on offer_link (owner_id, created_at);

-- What each version said: a deal names the one it was made under.
create table offer_link_version (
  link_id text not null references offer_link,
  version integer not null,
  title text not null,
  details text not null,
  amount_paise bigint not null,
  stock integer,
  per_buyer integer not null,
  paused boolean not null,
  at timestamptz not null default clock_timestamp(),
  photo_id text references offer_link_photo,
  primary key (link_id, version)
);

create table offer_link_take (
  deal_id text primary key references deal,
  link_id text not null,
  version integer not null,
  buyer_id bigint not null references app_user,
  -- The deal ended unpaid: the piece is on sale again.
  returned_at timestamptz,
  foreign key (link_id, version) references offer_link_version
);
create index offer_link_take_buyer on offer_link_take (link_id, buyer_id) where returned_at is null;

grant select, insert, update (version, title, details, amount_paise, stock, per_buyer, paused_at, photo_id,
    opened_at)
  on offer_link to amanat_app;
grant select, insert, update (title, details) on offer_link_version to amanat_app;
grant select, insert, update (returned_at) on offer_link_take to amanat_app;
