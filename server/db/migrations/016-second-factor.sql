-- The second factor of the team: one-time passwords of an authenticator app (TOTP, RFC 6238) with recovery codes.
-- Runs on real time, as sessions do.

alter table app_user add column second_factor_since timestamptz;
comment on column app_user.second_factor_since is
  'Null without one. From then on a sign-in with the password alone opens nothing of the team''s.';

alter table session
  -- The team's sessions end after some minutes without a call.
  add column used_at timestamptz not null default clock_timestamp(),
  -- When this session last showed the second factor.
  add column second_factor_at timestamptz;

create table totp (
  user_id bigint primary key references app_user,
  secret bytea check (length(secret) between 20 and 64),
  -- Until its first code was right: an app that was not set up well must not lock its owner out.
  pending_secret bytea check (length(pending_secret) between 20 and 64),
  -- The newest time step whose code was used: a code that somebody saw over a shoulder works no second time.
  last_step bigint,
  check (secret is not null or pending_secret is not null)
);

create table recovery_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_id bigint not null references app_user,
  used_at timestamptz
);
create index recovery_code_user on recovery_code (user_id);

grant select, insert, update, delete on totp, recovery_code to amanat_app;
