-- Where the bank tells no name, or another one, two Admins look at a target before money goes to it; or one refuses it.
create table target_check (
  target_id text not null references payout_target,
  verdict text not null check (verdict in ('approved', 'refused')),
  -- What the bank or its owner showed.
  note text not null check (note <> ''),
  checked_by bigint not null references app_user,
  -- Product time.
  at timestamptz not null,
  -- one person is one voice
  primary key (target_id, checked_by)
);
create trigger append_only before update or delete or truncate on target_check
  for each statement execute function refuse_change();
alter table target_check enable always trigger append_only;
grant select, insert on target_check to amanat_app;

alter table payout_target
  drop constraint payout_target_retired_because_check,
  add constraint payout_target_retired_because_check
    check (retired_because in ('replaced', 'not_me', 'reset', 'deleted', 'refused'));

-- The desk of targets: those in use that no name speaks for.
create index payout_target_unchecked on payout_target (created_at) where retired_at is null and not name_matches;
