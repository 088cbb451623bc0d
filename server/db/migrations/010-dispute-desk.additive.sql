-- A decision of the team from an amount on: what the first person wrote waits for a second one.
create table decision_proposal (
  id text primary key,
  deal_id text not null references deal,
  payer_share_paise bigint not null check (payer_share_paise >= 0),
  at_fault text not null check (at_fault in ('payer', 'payee', 'both', 'none')),
  reasons text not null check (reasons <> ''),
  proposed_by bigint not null references app_user,
  -- Product time, as decided_at.
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dropped')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((state = 'open') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- whoever wrote it is not the second one
  check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index decision_proposal_open on decision_proposal (deal_id) where state = 'open';
grant select, insert, update (state, decided_by, decided_at) on decision_proposal to amanat_app;

-- Who of the team looks after a deal.
create table deal_owner (
  deal_id text primary key references deal,
  owner_id bigint not null references app_user,
  since timestamptz not null
);
grant select, insert, delete, update (owner_id, since) on deal_owner to amanat_app;

-- What the team writes for itself, about a deal or a person. Neither party reads it.
create table team_note (
  id bigint generated always as identity primary key,
  deal_id text references deal,
  user_id bigint references app_user,
  text text not null check (text <> ''),
  author_id bigint not null references app_user,
  at timestamptz not null,
  check ((deal_id is null) <> (user_id is null))
);
create index team_note_deal on team_note (deal_id) where deal_id is not null;
create index team_note_user on team_note (user_id) where user_id is not null;
-- those about a person go when their account is erased
grant select, insert, delete on team_note to amanat_app;
