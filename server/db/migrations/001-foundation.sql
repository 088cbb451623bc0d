-- The application's role, the product clock, secrets of the server, idempotency keys and rate limits of calls.
--
-- The role owns nothing; each migration grants it what it needs, table by table. Roles are shared by all databases of
-- a cluster, so another database may already have created it, or be creating it concurrently.
do $$
begin
  create role amanat_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
declare
  -- Since PostgreSQL 16 creating a role does not include the right to SET ROLE to it.
  may_act text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  if not pg_has_role(current_user, 'amanat_app', may_act) then
    execute format('grant amanat_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to amanat_app;
-- A server that does not migrate (MIGRATE=0) has a login without the owner's rights, and looks whether it is up to date.
grant select on schema_migrations to amanat_app;

-- The time for deals, deadlines and emails. Only the sandbox moves the offset, to play weeks of a deal in a minute;
-- the server refuses to start with another offset than zero where money is real (checks.ts).
create table product_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into product_clock default values;
grant select on product_clock to amanat_app;

-- What a process knew of the wall clock outlives it: a restart must not accept a clock that has jumped.
create table wall_clock (
  only_row boolean primary key default true check (only_row),
  -- when deadlines last went by it
  trusted_at timestamptz not null default clock_timestamp(),
  -- by how much it has jumped since then; null: it has not
  jump_ms bigint check (jump_ms <> 0)
);
insert into wall_clock default values;
grant select, update on wall_clock to amanat_app;

create function product_now() returns timestamptz
language sql volatile
return clock_timestamp() + (select offset_ms from product_clock) * interval '1 millisecond';

-- Forward only: deadlines that have passed were applied and are not undone.
create function advance_product_clock(by_ms bigint) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if by_ms is null or by_ms < 0 then
    raise exception 'the clock only moves forward' using errcode = '22023';
  end if;
  update public.product_clock set offset_ms = offset_ms + by_ms;
  return public.product_now();
end
$$;
revoke execute on function advance_product_clock(bigint) from public;
grant execute on function advance_product_clock(bigint) to amanat_app;

-- ---------------------------------------------------------------- domains

-- A table's check is parsed again by each statement that writes to the table, a domain's once a connection: what each step of
-- a deal writes has domains (docs/decisions/045), and so has what many tables have.
create domain positive_paise as bigint check (value > 0);
create domain basis_points as integer check (value between 0 and 10000);
create domain track as text check (value in ('shopping', 'services'));
create domain party as text check (value in ('payer', 'payee'));
create domain idempotency_key as text check (length(value) between 1 and 255);

-- ---------------------------------------------------------------- secrets

-- Secrets shared by all processes on this database, generated once. Those that were stored before DATA_KEY was set are
-- replaced by the same, sealed (server/services/sealed-secrets.ts).
create table app_secret (name text primary key, value text not null);
comment on table app_secret is 'Those that begin with "sealed:" open with DATA_KEY alone.';
grant select, insert, update (value) on app_secret to amanat_app;

-- ---------------------------------------------------------------- idempotency keys and rate limits

-- Responses to calls with an Idempotency-Key, kept for 24 hours of real time.
create table idempotency (
  user_id bigint not null,
  key idempotency_key not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, key)
);
create index idempotency_age on idempotency (created_at);
-- Nothing is looked for by these, and their statistics would be most of the time that an ANALYZE takes, once a minute while
-- many rows are written. Likewise where other tables say so.
alter table idempotency alter column fingerprint set statistics 0, alter column body set statistics 0;
-- An answer has some 3 KB: compressed it would still be too long to stay in its row, and go to a second table.
alter table idempotency set (toast_tuple_target = 8160);
grant select, insert, update, delete on idempotency to amanat_app;

-- Claims the key for the current transaction and reads the response stored under it, in one round trip. The order
-- matters: each statement of a volatile function sees what was committed when that statement begins. The lock is of the
-- user and the key: a key is only unique among those of one user.
create function claim_key(p_user bigint, p_token bytea, p_key text, out is_claimed boolean, out fingerprint text, out body text)
language plpgsql as $$
declare
  v_user bigint := coalesce(p_user, (select s.user_id from session s where s.token_hash = p_token));
begin
  is_claimed := pg_try_advisory_xact_lock(hashtextextended(coalesce(v_user::text, '') || ' ' || p_key, 7));
  select i.fingerprint, i.body into fingerprint, body
    from idempotency i
   where i.user_id = v_user and i.key = p_key and i.created_at > clock_timestamp() - interval '24 hours';
end $$;

-- Counters of rate-limited calls. Unlogged: losing them in a crash is harmless.
create unlogged table rate_limit (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limit_age on rate_limit (ends_at);
grant select, insert, update, delete on rate_limit to amanat_app;
