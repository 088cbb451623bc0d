-- People: accounts, sessions, signing in, what is verified, second factors, apps and their keys, the audit log, leads.
-- Tokens are stored as SHA-256 only. Sessions, codes and links run on real time.

create table app_user (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone_number text not null,
  payment_number text check (payment_number ~ '^[6-9][0-9]{9}$'),
  business_name text,
  user_type text not null check (user_type in ('Buyer', 'Seller', 'Service_Provider', 'Client', 'Admin', 'Mediator')),
  password_hash text not null,
  locale text not null default 'en' check (locale in ('en', 'hi')),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  -- An unproved number or address may be on many accounts: registering one must not keep its owner out, and must not
  -- tell whether somebody has it. Unchecked: the account was opened while nothing was checked (the sandbox); then the
  -- first account has the number until somebody proves it.
  phone_verified_at timestamptz,
  phone_unchecked boolean not null default true,
  email_verified_at timestamptz,
  email_unchecked boolean not null default true,
  -- A number that another person has proved, taken from this account.
  lost_phone_number text check (lost_phone_number ~ '^[6-9][0-9]{9}$'),
  -- No money leaves to this account before: the number was changed, or is claimed by somebody who has proved it.
  payouts_held_until timestamptz,
  -- Somebody has said "this was not me": nothing is paid out to this account until the team has looked.
  payouts_frozen_at timestamptz,
  second_factor_since timestamptz,
  other_roles text[] not null default '{}',
  -- The team blocks a person from new deals, with a reason; what runs goes on.
  blocked_at timestamptz,
  blocked_because text,
  -- HMAC of the number that a blocked account had proved when it was deleted or lost it: the block goes with the number.
  blocked_number_hash bytea check (length(blocked_number_hash) = 32),
  -- Which emails about deals a person gets, and the hours (of India) in which these wait. Without hours reminders alone wait.
  notice_mail text not null default 'all' check (notice_mail in ('all', 'turn')),
  -- By WhatsApp too, to the number of the account.
  notice_whatsapp boolean not null default false,
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  -- A deleted account keeps its row, since deals and the ledger refer to it, without personal data.
  constraint app_user_phone_number_check check (
    phone_number ~ '^[6-9][0-9]{9}$'
    or (deleted_at is not null and phone_number = 'deleted-' || id)
    or (phone_number = 'none-' || id and phone_verified_at is null)
  ),
  -- The payment number may be gone: a reset clears it, since it may be that of whoever had the account before.
  constraint app_user_check check (user_type <> 'Seller' or deleted_at is not null or business_name is not null),
  constraint app_user_other_roles_check check (
    other_roles <@ array['Buyer', 'Seller', 'Service_Provider', 'Client']
    and user_type <> all(other_roles)
    and cardinality(other_roles) <= 3
    and (cardinality(other_roles) = 0 or user_type not in ('Admin', 'Mediator'))),
  -- a buyer chooses a seller by this name, whichever role the seller uses at the moment
  constraint app_user_other_seller_check check (
    not 'Seller' = any(other_roles) or deleted_at is not null or business_name is not null),
  check ((blocked_at is null) = (blocked_because is null)),
  -- an hour until itself would be a whole day or none
  constraint app_user_quiet_check check (
    (quiet_from is null) = (quiet_until is null) and (quiet_from is null or quiet_from <> quiet_until))
);
comment on column app_user.second_factor_since is
  'Null without one. From then on a sign-in with the password alone opens nothing of the team''s.';
comment on column app_user.other_roles is 'The roles that the person has beside user_type, which is the one in use.';
create unique index app_user_phone_holder on app_user (phone_number) where phone_verified_at is not null or phone_unchecked;
create unique index app_user_email_holder on app_user (email) where email_verified_at is not null or email_unchecked;
create index app_user_email on app_user (email);
create index app_user_blocked_number on app_user (blocked_number_hash) where blocked_number_hash is not null;
create index app_user_sellers on app_user (lower(business_name) text_pattern_ops, id)
  where (user_type = 'Seller' or 'Seller' = any(other_roles)) and deleted_at is null;
-- The team's search by prefix of a phone number or a name, and the orders of its grid. Only byte order serves `like 'prefix%'`.
create index app_user_phone_search on app_user (phone_number text_pattern_ops);
create index app_user_name_search on app_user (lower(first_name || ' ' || last_name) text_pattern_ops, id);
create index app_user_last_name_search on app_user (lower(last_name) text_pattern_ops, id);
create index app_user_email_search on app_user (email text_pattern_ops);
create index app_user_payment_number on app_user (payment_number text_pattern_ops) where payment_number is not null;
create index app_user_type on app_user (user_type text_pattern_ops, id);
create index app_user_business_search on app_user (lower(business_name) text_pattern_ops) where business_name is not null;

create table session (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  remember boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Browser and system of the login, as in "Chrome, Android". No IP address, which would reveal a location.
  device text,
  -- The team's sessions end after some minutes without a call.
  used_at timestamptz not null default clock_timestamp(),
  -- When this session last showed the second factor.
  second_factor_at timestamptz
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

-- Each process ends the streams of a session that was signed out. One that has expired ends at its next look.
create function notify_signed_out() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('deal', 'signed_out ' || pg_catalog.encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger notify_signed_out after delete on session for each row
  when (old.expires_at > clock_timestamp()) execute function notify_signed_out();
revoke all on function notify_signed_out() from public;

create table password_reset (
  token_hash bytea primary key,
  user_id bigint references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id);
create index password_reset_expiry on password_reset (expires_at);
comment on column password_reset.user_id is 'Null for an email that nobody has; see sign_in_link.';

create table lead (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  message text,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz
);
comment on column lead.done_at is 'Of the call after which nobody has to call again. Null: somebody still has to.';
create index lead_open on lead (created_at) where done_at is null;

-- Each call that the team made to one of them, and what came of it.
create table lead_call (
  id bigint generated always as identity primary key,
  lead_id bigint not null references lead on delete cascade,
  outcome text not null check (outcome in ('no_answer', 'call_again', 'answered', 'not_wanted', 'wrong_number')),
  note text check (note <> ''),
  called_by bigint not null references app_user,
  called_at timestamptz not null
);
create index lead_call_lead on lead_call (lead_id);
create index lead_call_by on lead_call (called_by);
grant select, insert on lead_call to amanat_app;

grant select, insert, update on app_user to amanat_app;
grant select, insert, update, delete on session, password_reset, lead to amanat_app;

-- Buyers choose a business by its name: two that look alike must not stand beside each other. What a name looks like
-- (server/lib/name-skeleton.ts) is computed by the program; rows from before get theirs at its start.
create table business_name_key (
  key text primary key,
  user_id bigint not null references app_user
);
create index business_name_key_user on business_name_key (user_id);
grant select, insert, delete on business_name_key to amanat_app;

-- ---------------------------------------------------------------- signing in

-- Signing in without being locked out by somebody else, and a link by mail that signs in.

-- Devices and addresses that have signed in to an account: failures of others never delay them. Hashes under a secret of
-- the server, since all addresses of IPv4 can be tried against a plain one.
create table known_origin (
  user_id bigint not null references app_user,
  kind text not null check (kind in ('device', 'address')),
  hash bytea not null check (length(hash) = 32),
  last_used_at timestamptz not null default clock_timestamp(),
  -- A change of where somebody's money goes waits longer from a new device or address.
  first_used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, hash)
);
create index known_origin_age on known_origin (last_used_at);
-- who else has a device of somebody
create index known_origin_hash on known_origin (hash) where kind = 'device';
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

-- ---------------------------------------------------------------- what is verified

-- Phone numbers and email addresses that their owner has proved with a code, and what an unproved one may not do.

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

-- ---------------------------------------------------------------- second factors of the team

-- One-time passwords of an authenticator app (TOTP, RFC 6238) with recovery codes, and passkeys (WebAuthn) beside it.

create table totp (
  user_id bigint primary key references app_user,
  secret bytea check (length(secret) between 20 and 64),
  -- Until its first code was right: an app that was not set up well must not lock its owner out.
  pending_secret bytea check (length(pending_secret) between 20 and 64),
  -- The newest time step whose code was used: a code that somebody saw over a shoulder works no second time.
  last_step bigint,
  check (secret is not null or pending_secret is not null)
);
comment on column totp.secret is '20 bytes; longer when it is sealed with DATA_KEY.';

create table recovery_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_id bigint not null references app_user,
  used_at timestamptz
);
create index recovery_code_user on recovery_code (user_id);

grant select, insert, update, delete on totp, recovery_code to amanat_app;

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Ten a person at most: two that are added at the same moment cannot take one place.
  place smallint not null check (place between 1 and 10),
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- COSE, as the authenticator gave it.
  public_key bytea not null check (length(public_key) between 32 and 4096),
  -- Signatures so far; 0 where the authenticator does not count.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null,
  -- Browser and system that it was added with.
  device text,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  unique (user_id, place)
);

-- One for each purpose of a session; taken out when it is answered, right or wrong.
create table passkey_challenge (
  session_hash bytea not null references session on delete cascade,
  purpose text not null check (purpose in ('add', 'confirm')),
  challenge bytea not null check (length(challenge) = 32),
  created_at timestamptz not null default clock_timestamp(),
  primary key (session_hash, purpose)
);

grant select, insert, update, delete on passkey, passkey_challenge to amanat_app;

-- ---------------------------------------------------------------- apps and their keys

-- Apps of people who build on the API, and the keys that speak for them. Keys run on real time, as sessions do.

create table app (
  id text primary key,
  owner_id bigint not null references app_user,
  -- Empty once the owner's account is deleted.
  name text not null,
  mode text not null check (mode in ('test', 'live')),
  -- The version of the wire contract that its keys are answered in: that of the day it was made.
  version text not null default '2026-11-01' check (version ~ '^\d{4}-\d\d-\d\d$'),
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index app_owner on app (owner_id, created_at);

create table api_key (
  id text primary key check (id ~ '^[0-9A-Za-z]{12}$'),
  app_id text not null references app,
  last4 text not null check (length(last4) = 4),
  -- SHA-256 of the whole key: its secret has 190 random bits, which nobody guesses.
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_app on api_key (app_id, created_at);

grant select, insert, update (name, revoked_at) on app to amanat_app;
grant select, insert, update (expires_at, last_used_at, revoked_at) on api_key to amanat_app;

-- ---------------------------------------------------------------- the audit log

-- The audit log: who signed in, was refused, decided, changed a role or a payout target, or looked at somebody's
-- personal data. Append-only like the ledger. Runs on real time, as sessions do.

create table audit_event (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  action       text not null check (action ~ '^[a-z][a-z_]{1,39}$'),
  actor_id     bigint references app_user,
  actor_role   text,
  subject_type text check (subject_type ~ '^[a-z][a-z_]{1,39}$'),
  subject_id   text check (length(subject_id) <= 100),
  before       jsonb,
  after        jsonb,
  address      inet,
  device       text check (length(device) <= 200),
  request_id   text check (length(request_id) <= 100),
  check ((subject_type is null) = (subject_id is null))
);
create index audit_event_at on audit_event (at desc, id desc);
create index audit_event_actor on audit_event (actor_id, id desc) where actor_id is not null;
create index audit_event_subject on audit_event (subject_type, subject_id, id desc) where subject_id is not null;
create index audit_event_action on audit_event (action, id desc);
-- what truncate_audit_addresses() still has to do
create index audit_event_whole_address on audit_event (at) where masklen(address) in (32, 128);
comment on column audit_event.actor_id is 'Null when nobody was signed in.';
comment on column audit_event.address is 'Truncated to its network (/24, /48) after 90 days.';

create function network_of(address inet) returns inet language sql immutable parallel safe
  return network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::inet;

-- One change is allowed: an address of more than 90 days ago becomes its network.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.at < clock_timestamp() - interval '90 days'
     and new.address is not distinct from network_of(old.address)
     and (to_jsonb(new) - 'address') = (to_jsonb(old) - 'address') then
    return new;
  end if;
  raise exception 'audit_event is append-only: % refused', tg_op using errcode = 'AM403';
end $$;

create trigger append_only before update or delete on audit_event
  for each row execute function audit_is_append_only();
create trigger no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
alter table audit_event enable always trigger append_only;
alter table audit_event enable always trigger no_truncate;

-- At most p_limit rows a call; answers how many.
create function truncate_audit_addresses(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select id from audit_event
     where masklen(address) in (32, 128) and at < clock_timestamp() - interval '90 days'
     order by at limit p_limit
  ), changed as (
    update audit_event e set address = network_of(e.address) from old where e.id = old.id returning 1
  )
  select count(*) from changed
$$;

revoke all on function network_of(inet), audit_is_append_only(), truncate_audit_addresses(integer) from public;
grant select on audit_event to amanat_app;
grant insert (action, actor_id, actor_role, subject_type, subject_id, before, after, address, device, request_id)
  on audit_event to amanat_app;
grant execute on function truncate_audit_addresses(integer) to amanat_app;
