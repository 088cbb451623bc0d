-- The checks in two halves that take about as long as each other, for two connections side by side. Each check reads its
-- tables in one snapshot, and sound books are sound in every snapshot, so the halves need not share one.
create function verify_half(p_half integer) returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
begin atomic
  select * from verify_transfers() where p_half = 1
  union all select * from verify_guards() where p_half = 2
  union all select * from verify_accounts() where p_half = 2
  union all select * from verify_lanes() where p_half = 2
  union all select * from verify_versions() where p_half = 1
  union all select * from verify_events() where p_half = 2
  union all select * from verify_seals() where p_half = 2;
end;

-- All of it, for who has one connection.
create or replace function verify() returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select * from verify_half(1) union all select * from verify_half(2);
end;

revoke all on function verify_half(integer) from public;
grant execute on function verify_half(integer) to amanat_app;
