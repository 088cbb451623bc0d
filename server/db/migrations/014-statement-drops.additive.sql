-- A statement that waits for a second Admin is given up: withdrawn by whoever brought it, or refused by another, who says
-- why. Its row stays as it was read.
create table statement_drop (
  import_id  text collate "C" primary key references statement_import,
  dropped_by bigint not null references app_user,
  dropped_at timestamptz not null,
  note       text not null check (length(note) <= 500)
);
comment on table statement_drop is 'Statements that were given up before anybody approved them.';
create trigger append_only before update or delete or truncate on statement_drop
  for each statement execute function refuse_change();

-- What is approved is booked: it cannot be given up any more, and an approval at the same moment is waited for.
create function statement_drop_waits() returns trigger language plpgsql as $$
declare
  uploader bigint;
begin
  select uploaded_by into uploader from statement_import where id = new.import_id and state = 'read' for update;
  if not found then
    raise exception 'statement % does not wait for an approval', new.import_id using errcode = 'AM403';
  end if;
  if new.dropped_by <> uploader and length(new.note) < 3 then
    raise exception 'statement % is refused without a reason', new.import_id using errcode = 'AM403';
  end if;
  return new;
end $$;
create trigger waits before insert on statement_drop for each row execute function statement_drop_waits();
alter table statement_drop enable always trigger append_only;
alter table statement_drop enable always trigger waits;

grant select, insert on statement_drop to amanat_app;
