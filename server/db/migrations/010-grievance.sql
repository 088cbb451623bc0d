-- Grievances with their two clocks, and what an account that is deleted may leave behind.

create table grievance (
  id bigint generated always as identity primary key,
  ticket text not null unique,
  name text not null,
  email text not null check (email = lower(email)),
  phone_number text,
  subject text,
  message text not null,
  locale text not null default 'en' check (locale in ('en', 'hi')),
  created_at timestamptz not null,
  acknowledge_by timestamptz not null,
  resolve_by timestamptz not null,
  acknowledged_at timestamptz,
  resolved_at timestamptz,
  -- What was done about it; the complainant reads this beside his ticket and in his mail.
  answer text,
  handled_by bigint references app_user,
  check (resolved_at is null or (acknowledged_at is not null and answer is not null))
);
create index grievance_open on grievance (resolve_by) where resolved_at is null;
grant select, insert, update on grievance to amanat_app;

-- From what a session was opened: "Chrome, Android". Not the address, which says where somebody is.
alter table session add column device text;

-- A deleted account keeps its row, for the deals and the ledger that name it, without the person.
alter table app_user
  drop constraint app_user_phone_number_check,
  add constraint app_user_phone_number_check
    check (phone_number ~ '^[6-9][0-9]{9}$' or (deleted_at is not null and phone_number = 'deleted-' || id)),
  drop constraint app_user_check,
  add constraint app_user_check check (
    user_type <> 'Seller' or deleted_at is not null or (business_name is not null and payment_number is not null)
  );
