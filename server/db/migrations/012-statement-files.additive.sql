-- The bytes of each statement that was brought: what the bank said is proved by its file, not by what we read in it.

create table statement_file (
  import_id text primary key references statement_import,
  -- Sealed: names, UPI ids and account numbers of people stand in it. Null once it was forgotten.
  file_sealed bytea,
  stored_at timestamptz not null default clock_timestamp()
);
create index statement_file_old on statement_file (stored_at) where file_sealed is not null;

-- Its bytes go once, after the time that books have to be kept. Nothing else changes.
create function statement_file_is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.file_sealed is null
     and (to_jsonb(new) - 'file_sealed') = (to_jsonb(old) - 'file_sealed') then
    return new;
  end if;
  raise exception 'statement_file is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger history before update or delete on statement_file
  for each row execute function statement_file_is_history();
create trigger no_truncate before truncate on statement_file
  for each statement execute function refuse_change();
alter table statement_file enable always trigger history;
alter table statement_file enable always trigger no_truncate;
revoke all on function statement_file_is_history() from public;
grant select, insert on statement_file to amanat_app;

-- As its owner: the program cannot empty a file before its time. At most p_limit a call; answers how many.
create function forget_statement_files(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select import_id from statement_file
     where file_sealed is not null and stored_at < clock_timestamp() - interval '8 years'
     order by stored_at limit p_limit for update skip locked
  ), emptied as (
    update statement_file f set file_sealed = null from old where f.import_id = old.import_id returning 1
  )
  select count(*) from emptied
$$;
revoke all on function forget_statement_files(integer) from public;
grant execute on function forget_statement_files(integer) to amanat_app;
