-- What people say of the lines that wait in suspense, or unexplained: which pay-in or payout one is, or of which kind it is.
-- A decision is a row that moves forward; a line has one that lives at a time, so that of two people one wins.

create table line_decision (
  bank_account_id text not null,
  position bigint not null,
  -- Of this line, from 1.
  n bigint not null check (n > 0),
  kind text not null check (kind in ('pay_in', 'payout', 'explain')),
  -- A pay-in's reference or a payout's code.
  target text,
  class text,
  note text not null,
  -- As whoever decided saw it: what turns out otherwise is not booked.
  expected text,
  -- Four eyes.
  needs_second boolean not null,
  state text not null check (state in ('proposed', 'done', 'dropped', 'undone')),
  decided_by bigint not null references app_user,
  decided_at timestamptz not null,
  approved_by bigint references app_user,
  dropped_by bigint references app_user,
  -- What it became in the books, and the transfers that say so.
  outcome text,
  transfers text[] not null default '{}',
  done_at timestamptz,
  -- Undoing takes two people, too.
  undo_asked_by bigint references app_user,
  undo_note text,
  undone_by bigint references app_user,
  undone_at timestamptz,
  primary key (bank_account_id, position, n),
  foreign key (bank_account_id, position) references line_booking (bank_account_id, position),
  check ((kind = 'explain') = (class is not null)),
  check ((kind = 'explain') = (target is null)),
  check (approved_by <> decided_by),
  check (undone_by <> undo_asked_by),
  check (state not in ('done', 'undone') or not needs_second or approved_by is not null),
  check ((state in ('done', 'undone')) = (outcome is not null and done_at is not null and cardinality(transfers) > 0)),
  check ((state = 'dropped') = (dropped_by is not null)),
  check ((state = 'undone') = (undone_by is not null and undone_at is not null)),
  check (state <> 'undone' or undo_asked_by is not null),
  check ((undo_asked_by is null) = (undo_note is null))
);
create unique index line_decision_lives on line_decision (bank_account_id, position) where state in ('proposed', 'done');
create index line_decision_newest on line_decision (decided_at desc);

create function line_decision_moves() returns trigger language plpgsql as $$
declare
  v_free text[] := case (old.state || ' ' || new.state)
    when 'proposed done' then array['state', 'approved_by', 'outcome', 'transfers', 'done_at']
    when 'proposed dropped' then array['state', 'dropped_by']
    when 'done done' then array['undo_asked_by', 'undo_note']
    when 'done undone' then array['state', 'transfers', 'undone_by', 'undone_at']
  end;
begin
  if v_free is not null and to_jsonb(new) - v_free = to_jsonb(old) - v_free then
    return new;
  end if;
  raise exception 'line_decision % of %: % to % refused', old.n, old.position, old.state, new.state using errcode = 'AM403';
end $$;
create trigger moves before update on line_decision for each row execute function line_decision_moves();
create trigger never_deleted before delete or truncate on line_decision
  for each statement execute function refuse_change();

alter table line_decision enable always trigger moves;
alter table line_decision enable always trigger never_deleted;
revoke all on function line_decision_moves() from public;
grant select, insert on line_decision to amanat_app;
grant update (state, approved_by, dropped_by, outcome, transfers, done_at, undo_asked_by, undo_note, undone_by, undone_at)
  on line_decision to amanat_app;
