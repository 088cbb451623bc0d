-- A seller asks for a deal: the form as they filled it, for the buyer with this number to send as their own offer.

create table deal_request (
  id text primary key,
  seller_id bigint not null references app_user,
  -- Who had the number as a buyer when it was asked; null while nobody had.
  buyer_id bigint references app_user,
  -- Of somebody who may have no account: deleted with the row, a month after it was written.
  phone_number text not null check (phone_number ~ '^[6-9][0-9]{9}$'),
  -- What the form says beside the buyer.
  fields jsonb not null,
  -- Set once, by the offer that the buyer sent from it.
  deal_id text unique references deal,
  created_at timestamptz not null default clock_timestamp(),
  check (buyer_id is distinct from seller_id)
);
create index deal_request_seller on deal_request (seller_id, created_at);
create index deal_request_buyer on deal_request (buyer_id) where deal_id is null;
create index deal_request_waiting on deal_request (phone_number) where deal_id is null;

grant select, insert, delete, update (deal_id) on deal_request to amanat_app;
