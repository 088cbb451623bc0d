-- A file that was uploaded for a form is its uploader's alone until the form is sent: a page that is closed before leaves
-- nothing that the other party could read.
alter table deal_file add column is_draft boolean not null default false;
comment on column deal_file.is_draft is 'Uploaded for a form: known to its uploader alone until an action or a message names it (file_sending).';

create table file_sending (
  file_id text collate "C" primary key references deal_file,
  at      timestamptz not null
);
create trigger append_only before update or delete or truncate on file_sending
  for each statement execute function refuse_change();
alter table file_sending enable always trigger append_only;

grant insert (is_draft) on deal_file to amanat_app;
grant select, insert on file_sending to amanat_app;
