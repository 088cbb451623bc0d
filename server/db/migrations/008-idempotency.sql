-- Idempotency keys and rate limits of API calls.

-- Responses to calls with an Idempotency-Key, kept for 24 hours of real time.
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
grant select, insert, update, delete on idempotency to amanat_app;

-- Claims the key for the current transaction and reads the response stored under it, in one round trip. The order
-- matters: each statement of a volatile function sees what was committed when that statement begins.
create function claim_key(p_user bigint, p_token bytea, p_key text, out is_claimed boolean, out fingerprint text, out body text)
language plpgsql as $$
begin
  is_claimed := pg_try_advisory_xact_lock(hashtextextended(p_key, 7));
  select i.fingerprint, i.body into fingerprint, body
    from idempotency i
   where i.user_id = coalesce(p_user, (select s.user_id from session s where s.token_hash = p_token))
     and i.key = p_key and i.created_at > clock_timestamp() - interval '24 hours';
end $$;

-- Counters of rate-limited calls. Unlogged: losing them in a crash is harmless.
create unlogged table rate_limit (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limit_age on rate_limit (ends_at);
grant select, insert, update, delete on rate_limit to amanat_app;
