-- The application's role and the product clock.
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

-- The time for deals, deadlines and emails. Only the sandbox moves the offset, to play weeks of a deal in a minute;
-- the server refuses to start with another offset than zero where money is real (checks.ts).
create table product_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into product_clock default values;
grant select on product_clock to amanat_app;

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
