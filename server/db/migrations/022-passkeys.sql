-- Passkeys (WebAuthn) as the team's second factor, beside the authenticator app. Runs on real time, as sessions do.

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
