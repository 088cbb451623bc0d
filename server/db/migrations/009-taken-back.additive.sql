-- Deposits that the bank or a provider has taken back: what of their deal has not left yet waits for the team.

create table deposit_reversal (
  -- The transfer that says so.
  transfer_id text primary key,
  deal_id text not null references deal,
  -- Whose payment it was: they owe it.
  user_id bigint not null references app_user,
  amount_paise bigint not null check (amount_paise > 0),
  -- Product time.
  at timestamptz not null
);
create index deposit_reversal_deal on deposit_reversal (deal_id);
create trigger append_only before update or delete or truncate on deposit_reversal
  for each statement execute function refuse_change();
alter table deposit_reversal enable always trigger append_only;
grant select, insert on deposit_reversal to amanat_app;

alter table payout drop constraint payout_held_because_check;
alter table payout add constraint payout_held_because_check check (held_because <@ array[
  'no_target', 'target_unverified', 'cooling', 'frozen', 'contact_changed', 'velocity', 'self_deal', 'no_source', 'returned',
  'four_eyes', 'taken_back']);

-- What the first of two Admins has seen: the second reads it before they agree.
alter table deal add column freeze_note text;
