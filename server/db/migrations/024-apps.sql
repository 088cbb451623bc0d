-- Apps of people who build on the API, and the keys that speak for them. Keys run on real time, as sessions do.

create table app (
  id text primary key,
  owner_id bigint not null references app_user,
  -- Empty once the owner's account is deleted.
  name text not null,
  mode text not null check (mode in ('test', 'live')),
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
