-- Webhooks of apps (Standard Webhooks 1.0.0). A message is a row of a queue: written with the event it tells of, sent
-- by a job, tried again for three days. Real time throughout.

create table webhook_endpoint (
  id text primary key,
  app_id text not null references app,
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  -- AES-256-GCM, bound to the endpoint: the receiver has it, and whoever signs.
  secret_sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Of the failures since the last success.
  failing_since timestamptz,
  last_problem text,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('gone', 'failing')),
  deleted_at timestamptz,
  check ((disabled_at is null) = (disabled_because is null))
);
create index webhook_endpoint_app on webhook_endpoint (app_id) where deleted_at is null;

create table webhook_message (
  id bigint generated always as identity primary key,
  -- The same on every try: a receiver that has it already drops it.
  message_id text not null unique,
  endpoint_id text not null references webhook_endpoint,
  type text not null,
  body text not null check (length(body) < 2048),
  created_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index webhook_message_due on webhook_message (next_try_at) where delivered_at is null and given_up_at is null;
create index webhook_message_log on webhook_message (endpoint_id, id);
create index webhook_message_age on webhook_message (created_at);

create table webhook_attempt (
  id bigint generated always as identity primary key,
  message bigint not null references webhook_message on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Null when no answer came: `problem` says why.
  status integer,
  problem text,
  took_ms integer not null,
  -- The beginning of the answer's body.
  excerpt text not null default ''
);
create index webhook_attempt_message on webhook_attempt (message, id);

grant select, insert, update (secret_sealed, url, types, failing_since, last_problem, disabled_at, disabled_because, deleted_at)
  on webhook_endpoint to amanat_app;
grant select, insert, delete, update (tries, next_try_at, delivered_at, given_up_at) on webhook_message to amanat_app;
grant select, insert, delete on webhook_attempt to amanat_app;
