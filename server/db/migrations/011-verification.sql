-- Phone numbers and email addresses that their owner has proved with a code, and what an unproved one may not do.
-- Runs on real time, as sessions do.

-- An unproved number or address may be on many accounts: registering one must not keep its owner out, and must not tell
-- whether somebody has it. Unchecked: the account was opened while nothing was checked (the sandbox); then the first
-- account has the number until somebody proves it.
alter table app_user
  add column phone_verified_at timestamptz,
  add column phone_unchecked boolean not null default true,
  add column email_verified_at timestamptz,
  add column email_unchecked boolean not null default true,
  -- A number that another person has proved, taken from this account.
  add column lost_phone_number text check (lost_phone_number ~ '^[6-9][0-9]{9}$'),
  -- No money leaves to this account before: the number was changed, or is claimed by somebody who has proved it.
  add column payouts_held_until timestamptz,
  drop constraint app_user_phone_number_key,
  drop constraint app_user_email_key,
  drop constraint app_user_phone_number_check,
  add constraint app_user_phone_number_check check (
    phone_number ~ '^[6-9][0-9]{9}$'
    or (deleted_at is not null and phone_number = 'deleted-' || id)
    or (phone_number = 'none-' || id and phone_verified_at is null)
  );
create unique index app_user_phone_holder on app_user (phone_number) where phone_verified_at is not null or phone_unchecked;
create unique index app_user_email_holder on app_user (email) where email_verified_at is not null or email_unchecked;
create index app_user_email on app_user (email);

create table verification (
  id text primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('phone', 'email')),
  -- the number or the address
  value text not null,
  -- prove: it is mine; leave: I have it still, and change to another
  purpose text not null check (purpose in ('prove', 'leave')),
  -- HMAC of the code and this id under a secret of the server; null where the provider keeps the code
  code_hmac bytea check (length(code_hmac) = 32),
  -- SHA-256 of the mailed link's token
  token_hash bytea unique check (length(token_hash) = 32),
  provider text,
  provider_ref text,
  outcome text not null default 'sending' check (outcome in ('sending', 'sent', 'unknown', 'refused')),
  checks integer not null default 0 check (checks between 0 and 5),
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  link_expires_at timestamptz,
  used_at timestamptz,
  -- A newer code, a change of the number, or a refusal of every provider.
  replaced_at timestamptz,
  check ((token_hash is null) = (link_expires_at is null))
);
-- one code at a time
create unique index verification_live on verification (user_id, kind, purpose) where used_at is null and replaced_at is null;
-- for the limits
create index verification_value on verification (value, created_at desc);
create index verification_user on verification (user_id, created_at desc);
create index verification_address on verification (address, created_at desc);
create index verification_at on verification (created_at desc);

-- A verified number or address that its owner changes to another.
create table contact_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('phone', 'email')),
  old_value text not null,
  new_value text not null,
  -- Null until the old number has answered, or the wait after the mail has begun.
  ready_at timestamptz,
  -- SHA-256 of the token that stops the change, mailed to the old address.
  stop_hash bytea unique check (length(stop_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  stopped_at timestamptz,
  check (old_value <> new_value)
);
create unique index contact_change_open on contact_change (user_id, kind) where done_at is null and stopped_at is null;

-- Somebody has proved a number that another account has verified: the operator gave the number to a new person.
create table number_claim (
  id bigint generated always as identity primary key,
  phone_number text not null check (phone_number ~ '^[6-9][0-9]{9}$'),
  claimant_id bigint not null references app_user,
  holder_id bigint not null references app_user,
  object_hash bytea not null unique check (length(object_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  objected_at timestamptz,
  done_at timestamptz,
  check (claimant_id <> holder_id),
  check (objected_at is null or done_at is null)
);
create unique index number_claim_open on number_claim (phone_number) where objected_at is null and done_at is null;
create index number_claim_due on number_claim (ends_at) where objected_at is null and done_at is null;
create index number_claim_holder on number_claim (holder_id);
create index number_claim_claimant on number_claim (claimant_id);

-- What the sandbox would have sent. Nothing is written to it where a real provider sends.
create table sandbox_code (
  id bigint generated always as identity primary key,
  recipient text not null,
  kind text not null check (kind in ('phone', 'email')),
  code text not null,
  at timestamptz not null default clock_timestamp()
);

grant select, insert, update, delete on verification, contact_change, number_claim, sandbox_code to amanat_app;
