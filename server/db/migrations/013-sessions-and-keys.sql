-- Keys of two users do not meet, and a session that ends says so.

-- As in 008, but the lock is of the user and the key: a key is only unique among those of one user.
create or replace function claim_key(p_user bigint, p_token bytea, p_key text, out is_claimed boolean, out fingerprint text, out body text)
language plpgsql as $$
declare
  v_user bigint := coalesce(p_user, (select s.user_id from session s where s.token_hash = p_token));
begin
  is_claimed := pg_try_advisory_xact_lock(hashtextextended(coalesce(v_user::text, '') || ' ' || p_key, 7));
  select i.fingerprint, i.body into fingerprint, body
    from idempotency i
   where i.user_id = v_user and i.key = p_key and i.created_at > clock_timestamp() - interval '24 hours';
end $$;

-- Each process ends the streams of a session that was signed out. One that has expired ends at its next look.
create function notify_signed_out() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('deal', 'signed_out ' || pg_catalog.encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger notify_signed_out after delete on session for each row
  when (old.expires_at > clock_timestamp()) execute function notify_signed_out();
revoke all on function notify_signed_out() from public;
