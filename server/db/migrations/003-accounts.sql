-- User accounts, sessions, password-reset links and leads. Tokens are stored as SHA-256 only.

create table app_user (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null unique check (email = lower(email)),
  phone_number text not null unique,
  payment_number text check (payment_number ~ '^[6-9][0-9]{9}$'),
  business_name text,
  user_type text not null check (user_type in ('Buyer', 'Seller', 'Service_Provider', 'Client', 'Admin', 'Mediator')),
  password_hash text not null,
  locale text not null default 'en' check (locale in ('en', 'hi')),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  -- A deleted account keeps its row, since deals and the ledger refer to it, without personal data.
  constraint app_user_phone_number_check
    check (phone_number ~ '^[6-9][0-9]{9}$' or (deleted_at is not null and phone_number = 'deleted-' || id)),
  constraint app_user_check check (
    user_type <> 'Seller' or deleted_at is not null or (business_name is not null and payment_number is not null)
  )
);
create index app_user_sellers on app_user (lower(business_name) text_pattern_ops, id)
  where user_type = 'Seller' and deleted_at is null;
-- The team's search by prefix of a phone number or a name. Only byte order serves `like 'prefix%'`.
create index app_user_phone_search on app_user (phone_number text_pattern_ops);
create index app_user_name_search on app_user (lower(first_name) text_pattern_ops);
create index app_user_business_search on app_user (lower(business_name) text_pattern_ops) where business_name is not null;

create table session (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  remember boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Browser and system of the login, as in "Chrome, Android". No IP address, which would reveal a location.
  device text
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

create table lead (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  message text,
  created_at timestamptz not null default clock_timestamp()
);

grant select, insert, update on app_user to amanat_app;
grant select, insert, update, delete on session, password_reset, lead to amanat_app;
