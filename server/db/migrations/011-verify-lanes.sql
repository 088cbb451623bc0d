-- A payable's lanes count from 0. One that was moved below it had nothing beside it to miss it.
create function verify_lanes() returns table (check_name text, subject text, detail text)
language sql stable begin atomic
  select 'lane', 'account ' || code, 'lane is ' || lane from ledger_account where lane < 0;
end;

create or replace function verify() returns table (check_name text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
begin atomic
  select * from verify_guards()
  union all select * from verify_transfers()
  union all select * from verify_accounts()
  union all select * from verify_lanes()
  union all select * from verify_versions()
  union all select * from verify_events()
  union all select * from verify_seals();
end;

revoke all on function verify_lanes() from public;
