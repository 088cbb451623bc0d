-- A pay-in that is paid in a provider's checkout has an order there, and is asked about until it is paid or three days old.

alter table pay_in
  add column provider_order_id text,
  -- Questions so far, and when the next one is due (repositories/queue.ts): on real time. Null: it is not asked about.
  add column tries integer not null default 0,
  add column next_try_at timestamptz;

-- One order is one pay-in's: what is paid for it is known by it alone.
create unique index pay_in_order on pay_in (provider, provider_order_id) where provider_order_id is not null;
create index pay_in_due on pay_in (next_try_at) where next_try_at is not null and status <> 'paid';
