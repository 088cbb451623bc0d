-- Who is told what: notices in the product, mail with its tries, and the reminders before each deadline.

-- Said once per key, whoever tries again and however many processes run.
create table notice (
  id bigint generated always as identity primary key,
  key text not null unique,
  user_id bigint not null references app_user,
  deal_id text references deal,
  kind text not null,
  title text not null,
  text text not null,
  at timestamptz not null,
  read_at timestamptz
);
create index notice_newest on notice (user_id, id desc);
create index notice_unread on notice (user_id) where read_at is null;
grant select, insert, update on notice to amanat_app;

-- A mail stays here until a server has taken it. Tries are spaced on real time, quiet hours (not_before) on the product's.
alter table mail
  add column tries integer not null default 0,
  add column next_try_at timestamptz not null default clock_timestamp(),
  add column problem text,
  add column given_up_at timestamptz;
drop index mail_unsent;
create index mail_unsent on mail (next_try_at) where sent_at is null and given_up_at is null;

-- Reminders are data beside the deadline, as the deadline is: since when it runs, and when to speak next.
alter table deal
  add column due_from timestamptz,
  add column next_reminder_at timestamptz,
  add check (next_reminder_at is null or due_at is not null);
create index deal_reminder on deal (next_reminder_at) where next_reminder_at is not null;
