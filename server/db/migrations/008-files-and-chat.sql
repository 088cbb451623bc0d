-- Files of deals and the deal's chat. Neither changes once written; taking a file back is a row of its own.

create table deal_file (
  id         text collate "C" primary key,
  no         bigint generated always as identity,
  deal_id    text not null references deal,
  user_id    bigint not null references app_user,
  side       text not null check (side in ('payer', 'payee', 'team')),
  kind       text not null,
  name       text not null check (name <> ''),
  type       text not null check (type in ('jpg', 'png', 'webp', 'pdf', 'mp4', 'txt', 'zip')),
  size       bigint not null check (size between 1 and 26214400),
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  tells_place boolean not null,
  at         timestamptz not null
);
create index deal_file_deal on deal_file (deal_id, no);
comment on column deal_file.id is 'Also its name in the store: made by the server, nothing of the given name in it.';
comment on column deal_file.tells_place is 'A picture whose metadata say where it was taken: the other side gets a copy without.';

create table file_withdrawal (
  file_id text collate "C" primary key references deal_file,
  at      timestamptz not null
);

-- Numbered from 1 in each deal, in the order of commits, since writers take turns at the deal's row: who has seen
-- up to a number has missed nothing below it. Each carries the hash of the one before it.
create table deal_message (
  deal_id   text not null references deal,
  no        integer not null,
  user_id   bigint not null references app_user,
  side      text not null check (side in ('payer', 'payee', 'team')),
  text      text not null check (char_length(text) between 1 and 2000),
  file_ids  text[] not null default '{}',
  at        timestamptz not null,
  prev_hash text not null,
  hash      text not null,
  primary key (deal_id, no)
);

create function deal_message_hash(m deal_message) returns text language sql stable parallel safe
  return encode(hash_of(json_build_array((m).prev_hash, (m).deal_id, (m).no, (m).user_id, (m).side, (m).text,
    (m).file_ids, micros((m).at))), 'hex');

create function chain_deal_message() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_last record;
begin
  perform from deal where id = new.deal_id for no key update;
  select no, hash into v_last from deal_message where deal_id = new.deal_id order by no desc limit 1;
  new.no := coalesce(v_last.no, 0) + 1;
  new.prev_hash := coalesce(v_last.hash, '');
  new.hash := deal_message_hash(new);
  return new;
end $$;
create trigger chain before insert on deal_message for each row execute function chain_deal_message();

-- How far somebody has read.
create table message_mark (
  deal_id text not null references deal,
  user_id bigint not null references app_user,
  side    text not null check (side in ('payer', 'payee', 'team')),
  no      integer not null check (no >= 0),
  primary key (deal_id, user_id)
);

create trigger append_only before update or delete or truncate on deal_file
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on file_withdrawal
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on deal_message
  for each statement execute function refuse_change();
alter table deal_file       enable always trigger append_only;
alter table file_withdrawal enable always trigger append_only;
alter table deal_message    enable always trigger append_only;

-- Tells every process that holds a stream of the deal; what is new it reads from the tables. NOTIFY takes a lock that
-- all commits of the server wait for, so it is said only when somebody listens: who follows a deal holds its lock,
-- shared (followed.ts), and ours is then not to be had. Who comes while we have it gets his when we have committed.
create function tell_of_deal() returns trigger language plpgsql as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(1684104556, pg_catalog.hashtext(new.deal_id)) then
    perform pg_catalog.pg_notify('deal', tg_argv[0] || ' ' || new.deal_id);
  end if;
  return null;
end $$;
create trigger tell after insert on deal_event for each row execute function tell_of_deal('news');
create trigger tell after insert on deal_message for each row execute function tell_of_deal('news');
create trigger tell after insert or update on message_mark for each row execute function tell_of_deal('read');

revoke all on function deal_message_hash(deal_message), chain_deal_message(), tell_of_deal() from public;
grant select on deal_file, file_withdrawal, deal_message, message_mark to amanat_app;
grant insert (id, deal_id, user_id, side, kind, name, type, size, sha256, tells_place, at) on deal_file to amanat_app;
grant insert on file_withdrawal to amanat_app;
grant insert (deal_id, user_id, side, text, file_ids, at) on deal_message to amanat_app;
grant insert, update on message_mark to amanat_app;
