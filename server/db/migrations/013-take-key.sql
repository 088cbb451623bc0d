-- One statement for two: the key of a call is held for its transaction, and only then is it asked what was answered
-- under it before. The order matters: each statement of a volatile function sees what was committed when it begins.
create function take_key(p_user bigint, p_token bytea, p_key text, out is_mine boolean, out fingerprint text, out body text)
language plpgsql as $$
begin
  is_mine := pg_try_advisory_xact_lock(hashtextextended(p_key, 7));
  select i.fingerprint, i.body into fingerprint, body
    from idempotency i
   where i.user_id = coalesce(p_user, (select s.user_id from session s where s.token_hash = p_token))
     and i.key = p_key and i.created_at > clock_timestamp() - interval '24 hours';
end $$;
