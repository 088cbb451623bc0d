-- Where a person's money goes: a UPI id, or an account and its IFSC, with the name that the bank has. The phone number
-- and the payment number of an account are contacts; nothing is paid to them.

create table payout_target (
  id text primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('upi', 'bank')),
  -- AES-256-GCM, bound to the user: a row of another user cannot be put in its place. Empty once the account is deleted.
  address_sealed bytea not null,
  -- What anybody is shown, the owner too.
  address_masked text not null,
  -- HMAC of the address: the same target of two people is recognised without being read.
  address_hash bytea not null check (length(address_hash) in (0, 32)),
  -- Null where the rail cannot ask the bank.
  bank_name text,
  name_matches boolean not null,
  -- Product time, as payouts are released in it.
  created_at timestamptz not null,
  usable_from timestamptz not null,
  retired_at timestamptz,
  retired_because text check (retired_because in ('replaced', 'not_me', 'reset', 'deleted')),
  -- SHA-256 of the token behind "this was not me", mailed to the owner.
  freeze_hash bytea not null unique check (length(freeze_hash) = 32),
  freeze_expires_at timestamptz not null default clock_timestamp() + interval '30 days',
  freeze_used_at timestamptz,
  check (usable_from >= created_at),
  check ((retired_at is null) = (retired_because is null))
);
create unique index payout_target_current on payout_target (user_id) where retired_at is null;
create index payout_target_history on payout_target (user_id, created_at);
create index payout_target_shared on payout_target (address_hash) where retired_at is null;

-- A history: a target is retired once, its link is used once, and its address goes with the account. Nothing else changes.
create function payout_target_is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (to_jsonb(new) - array['retired_at', 'retired_because', 'freeze_used_at', 'address_sealed', 'address_masked', 'address_hash', 'bank_name'])
       = (to_jsonb(old) - array['retired_at', 'retired_because', 'freeze_used_at', 'address_sealed', 'address_masked', 'address_hash', 'bank_name'])
     and (old.retired_at is null or (new.retired_at, new.retired_because) = (old.retired_at, old.retired_because))
     and (old.freeze_used_at is null or new.freeze_used_at = old.freeze_used_at)
     and ((new.address_sealed, new.address_masked, new.address_hash) = (old.address_sealed, old.address_masked, old.address_hash)
            and new.bank_name is not distinct from old.bank_name
          or (new.retired_at is not null and new.address_sealed = ''::bytea and new.address_masked = ''
              and new.address_hash = ''::bytea and new.bank_name is null)) then
    return new;
  end if;
  raise exception 'payout_target is a history: % refused', tg_op using errcode = 'AM403';
end $$;
create trigger history before update or delete on payout_target
  for each row execute function payout_target_is_history();
create trigger no_truncate before truncate on payout_target
  for each statement execute function refuse_change();
alter table payout_target enable always trigger history;
alter table payout_target enable always trigger no_truncate;

revoke all on function payout_target_is_history() from public;
grant select, insert on payout_target to amanat_app;
grant update (retired_at, retired_because, freeze_used_at, address_sealed, address_masked, address_hash, bank_name)
  on payout_target to amanat_app;

-- Somebody has said "this was not me": nothing is paid out to this account until the team has looked.
alter table app_user add column payouts_frozen_at timestamptz;
