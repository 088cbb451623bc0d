-- Two people for what one alone could steal or get wrong: a large payout goes once two Admins have approved it, and the
-- outcome of a payout that nobody knows is stated by one and confirmed by another.

alter table payout
  drop constraint payout_held_because_check,
  add constraint payout_held_because_check check (held_because <@ array[
    'no_target', 'target_unverified', 'cooling', 'frozen', 'contact_changed', 'velocity', 'self_deal', 'no_source', 'returned',
    'four_eyes']);

create table payout_approval (
  payout_id text not null references payout,
  -- Where it was to go: another destination wants approvals of its own. Null for the source of a deposit.
  target_id text references payout_target,
  approved_by bigint not null references app_user,
  -- Product time.
  at timestamptz not null
);
-- one person is one approval
create unique index payout_approval_once on payout_approval (payout_id, coalesce(target_id, ''), approved_by);
create trigger append_only before update or delete or truncate on payout_approval
  for each statement execute function refuse_change();
alter table payout_approval enable always trigger append_only;

create table payout_outcome (
  id text primary key,
  payout_id text not null references payout,
  generation integer not null,
  outcome text not null check (outcome in ('paid', 'failed')),
  -- The bank's reference of a payment that was made.
  reference text check (reference <> ''),
  -- What the bank or the provider said, and when: a ticket, a letter.
  evidence text not null check (evidence <> ''),
  stated_by bigint not null references app_user,
  stated_at timestamptz not null,
  state text not null default 'stated' check (state in ('stated', 'confirmed', 'rejected')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((outcome = 'paid') = (reference is not null)),
  check ((state = 'stated') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- four eyes; whoever stated it may take it back
  check (state <> 'confirmed' or decided_by <> stated_by)
);
create unique index payout_outcome_open on payout_outcome (payout_id) where state = 'stated';

create function payout_outcome_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'stated' and new.state <> 'stated'
     and (to_jsonb(new) - array['state', 'decided_by', 'decided_at'])
       = (to_jsonb(old) - array['state', 'decided_by', 'decided_at']) then
    return new;
  end if;
  raise exception 'payout_outcome is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger moves before update or delete on payout_outcome
  for each row execute function payout_outcome_moves();
create trigger no_truncate before truncate on payout_outcome
  for each statement execute function refuse_change();
alter table payout_outcome enable always trigger moves;
alter table payout_outcome enable always trigger no_truncate;

revoke all on function payout_outcome_moves() from public;
grant select, insert on payout_approval, payout_outcome to amanat_app;
grant update (state, decided_by, decided_at) on payout_outcome to amanat_app;
