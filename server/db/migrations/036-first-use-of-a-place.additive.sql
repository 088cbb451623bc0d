-- When somebody first signed in from a device or an address: a change of where their money goes waits longer from a new
-- one. Those that are known already have been for long.
alter table known_origin add column first_used_at timestamptz not null default '-infinity';
alter table known_origin alter column first_used_at set default clock_timestamp();
