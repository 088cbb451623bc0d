-- What a provider reports has the email, number and UPI id of the payer in it. After the time in which a bank can still ask about
-- a payment (190 days) it is emptied. The row stays: the same report, told again, must not be applied again.

create index webhook_event_remembered on webhook_event (at) where body <> '{}' and state in ('applied', 'ignored');

-- At most p_limit rows a call; answers how many. A function, so that the program itself cannot rewrite what was reported.
create function forget_reports(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select id from webhook_event
     where body <> '{}' and state in ('applied', 'ignored') and at < clock_timestamp() - interval '200 days'
     order by at limit p_limit for update skip locked
  ), emptied as (
    update webhook_event e set raw = null, body = '{}', facts = null from old where e.id = old.id returning 1
  )
  select count(*) from emptied
$$;

revoke all on function forget_reports(integer) from public;
grant execute on function forget_reports(integer) to amanat_app;
