-- The audit log: who signed in, was refused, decided, changed a role or a payout target, or looked at somebody's
-- personal data. Append-only like the ledger. Runs on real time, as sessions do.

create table audit_event (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  action       text not null check (action ~ '^[a-z][a-z_]{1,39}$'),
  actor_id     bigint references app_user,
  actor_role   text,
  subject_type text check (subject_type ~ '^[a-z][a-z_]{1,39}$'),
  subject_id   text check (length(subject_id) <= 100),
  before       jsonb,
  after        jsonb,
  address      inet,
  device       text check (length(device) <= 200),
  request_id   text check (length(request_id) <= 100),
  check ((subject_type is null) = (subject_id is null))
);
create index audit_event_at on audit_event (at desc, id desc);
create index audit_event_actor on audit_event (actor_id, id desc) where actor_id is not null;
create index audit_event_subject on audit_event (subject_type, subject_id, id desc) where subject_id is not null;
create index audit_event_action on audit_event (action, id desc);
-- what truncate_audit_addresses() still has to do
create index audit_event_whole_address on audit_event (at) where masklen(address) in (32, 128);
comment on column audit_event.actor_id is 'Null when nobody was signed in.';
comment on column audit_event.address is 'Truncated to its network (/24, /48) after 90 days.';

create function network_of(address inet) returns inet language sql immutable parallel safe
  return network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::inet;

-- One change is allowed: an address of more than 90 days ago becomes its network.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.at < clock_timestamp() - interval '90 days'
     and new.address is not distinct from network_of(old.address)
     and (to_jsonb(new) - 'address') = (to_jsonb(old) - 'address') then
    return new;
  end if;
  raise exception 'audit_event is append-only: % refused', tg_op using errcode = 'AM403';
end $$;

create trigger append_only before update or delete on audit_event
  for each row execute function audit_is_append_only();
create trigger no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
alter table audit_event enable always trigger append_only;
alter table audit_event enable always trigger no_truncate;

-- At most p_limit rows a call; answers how many.
create function truncate_audit_addresses(p_limit integer) returns bigint language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    select id from audit_event
     where masklen(address) in (32, 128) and at < clock_timestamp() - interval '90 days'
     order by at limit p_limit
  ), changed as (
    update audit_event e set address = network_of(e.address) from old where e.id = old.id returning 1
  )
  select count(*) from changed
$$;

revoke all on function network_of(inet), audit_is_append_only(), truncate_audit_addresses(integer) from public;
grant select on audit_event to amanat_app;
grant insert (action, actor_id, actor_role, subject_type, subject_id, before, after, address, device, request_id)
  on audit_event to amanat_app;
grant execute on function truncate_audit_addresses(integer) to amanat_app;
