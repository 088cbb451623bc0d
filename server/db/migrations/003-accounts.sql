-- People, their sessions and the links that set a new password. Tokens are stored as SHA-256 only.

create table app_user (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null unique check (email = lower(email)),
  phone_number text not null unique check (phone_number ~ '^[6-9][0-9]{9}$'),
  payment_number text check (payment_number ~ '^[6-9][0-9]{9}$'),
  business_name text,
  user_type text not null check (user_type in ('Buyer', 'Seller', 'Service_Provider', 'Client', 'Admin', 'Mediator')),
  password_hash text not null,
  locale text not null default 'en' check (locale in ('en', 'hi')),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  check (user_type <> 'Seller' or (business_name is not null and payment_number is not null))
);
create index app_user_sellers on app_user (lower(business_name) text_pattern_ops, id)
  where user_type = 'Seller' and deleted_at is null;

create table session (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  remember boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create table password_reset (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id);

-- Answers to calls that carried an Idempotency-Key, kept for 24 hours of real time.
create table idempotency (
  user_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, key)
);
create index idempotency_age on idempotency (created_at);

create table lead (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  message text,
  created_at timestamptz not null default clock_timestamp()
);

grant select, insert, update on app_user to amanat_app;
grant select, insert, update, delete on session, password_reset, idempotency, lead to amanat_app;

-- Tries at calls that are limited. Losing them in a crash costs nothing, so they are not logged.
create unlogged table rate_limit (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limit_age on rate_limit (ends_at);
grant select, insert, update, delete on rate_limit to amanat_app;
