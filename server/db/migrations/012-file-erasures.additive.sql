-- A file of a form that was never sent can be seen by nobody: its bytes leave the store after some days, its row stays.
create table file_erasure (
  file_id text collate "C" primary key references deal_file,
  at      timestamptz not null
);
comment on table file_erasure is 'Files whose bytes are no longer in the store.';
create trigger append_only before update or delete or truncate on file_erasure
  for each statement execute function refuse_change();
alter table file_erasure enable always trigger append_only;
create index deal_file_draft on deal_file (at) where is_draft;

grant select, insert on file_erasure to amanat_app;
