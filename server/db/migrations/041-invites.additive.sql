-- Offers that wait for their seller to join: the form as it was filled, and the number that was invited.

create table invite (
  id text primary key,
  buyer_id bigint not null references app_user,
  -- Of somebody who may have no account: deleted with the row, a month after it was written.
  phone_number text not null check (phone_number ~ '^[6-9][0-9]{9}$'),
  -- What the form says beside the seller.
  fields jsonb not null,
  -- Set once, by the offer that was sent from it.
  deal_id text unique references deal,
  created_at timestamptz not null default clock_timestamp()
);
create index invite_buyer on invite (buyer_id, created_at);
create index invite_waiting on invite (phone_number) where deal_id is null;

grant select, insert, delete, update (deal_id) on invite to amanat_app;
