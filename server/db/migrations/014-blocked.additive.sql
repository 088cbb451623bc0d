-- The team blocks a person from new deals, with a reason; what runs goes on.
alter table app_user
  add column blocked_at timestamptz,
  add column blocked_because text,
  add check ((blocked_at is null) = (blocked_because is null));

-- Who else has a number, or a device, of somebody: read when the team looks at a person.
create index app_user_payment_number on app_user (payment_number) where payment_number is not null;
create index known_origin_hash on known_origin (hash) where kind = 'device';
