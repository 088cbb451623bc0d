-- Signing in without being locked out by somebody else, and links that work by mail: to sign in, to set a new password,
-- to complain about a delivery. Tokens are stored as SHA-256 only.

-- Devices and addresses that have signed in to an account: failures of others never delay them. Hashes under a secret of
-- the server, since all addresses of IPv4 can be tried against a plain one.
create table known_origin (
  user_id bigint not null references app_user,
  kind text not null check (kind in ('device', 'address')),
  hash bytea not null check (length(hash) = 32),
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, hash)
);
create index known_origin_age on known_origin (last_used_at);
grant select, insert, update, delete on known_origin to amanat_app;

-- Failed sign-ins by phone, and by phone and address. Unlogged: losing them in a crash is harmless. The key is a hash.
create unlogged table sign_in_failure (
  key bytea primary key check (length(key) = 32),
  failures integer not null default 0 check (failures >= 0),
  next_try_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null
);
create index sign_in_failure_age on sign_in_failure (ends_at);
grant select, insert, update, delete on sign_in_failure to amanat_app;

create table sign_in_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_link_user on sign_in_link (user_id);
create index sign_in_link_expiry on sign_in_link (expires_at);
grant select, insert, update, delete on sign_in_link to amanat_app;
comment on column sign_in_link.user_id is
  'Null for a phone or an email that nobody has: the same is written for it, so that the time of the answer is the same.';

alter table password_reset alter column user_id drop not null;
create index password_reset_expiry on password_reset (expires_at);
comment on column password_reset.user_id is 'Null for an email that nobody has; see sign_in_link.';

-- A reset clears the payment number, which may be that of whoever had the account before: then a Seller has none.
alter table app_user drop constraint app_user_check;
alter table app_user add constraint app_user_check
  check (user_type <> 'Seller' or deleted_at is not null or business_name is not null);

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
