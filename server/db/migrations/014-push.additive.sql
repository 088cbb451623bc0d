-- Web push: the browsers that a person chose, and what goes to each of them. A message is a row of a queue, written with
-- the notice that it tells of and sent by a job; not_before is product time (quiet hours), the rest is real time.

create table push_subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Of the browser's own push service; whoever has it and the keys may write to that browser.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscription_user on push_subscription (user_id);
grant select, insert, update, delete on push_subscription to amanat_app;

create table push_message (
  id bigint generated always as identity primary key,
  key text not null unique,
  subscription_id bigint not null references push_subscription on delete cascade,
  title text not null,
  path text not null,
  not_before timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  given_up_at timestamptz
);
create index push_message_due on push_message (next_try_at) where sent_at is null and given_up_at is null;
create index push_message_subscription on push_message (subscription_id);
create index push_message_age on push_message (created_at);
grant select, insert, update, delete on push_message to amanat_app;
