-- Each pay-in and payout belongs to one provider: what its payer was told to do, and how its money leaves.

alter table pay_in
  -- Link and address as the provider gave them; null until it has.
  add column instruction jsonb;

alter table payout
  -- The payment of the provider that this gives back. Null for what goes to a target.
  add column refund_of text,
  -- A person pays it at the bank: no job sends it.
  add column by_hand boolean not null default false,
  add constraint payout_refund_check check (refund_of is null or purpose <> 'release');

-- `unsent`: the provider refused our settings, and did nothing. It counts as no try.
alter table payout_attempt
  drop constraint payout_attempt_outcome_check,
  add constraint payout_attempt_outcome_check check (outcome in ('sent', 'paid', 'failed', 'unsent', 'unknown'));

create index payout_refund on payout (provider, refund_of) where refund_of is not null and status <> 'returned';

-- Of one payment never more goes back than has come. The deposit's row is what two refunds at once wait for.
-- As its owner: the program may not lock what it may not change.
create function refund_within_deposit() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_came bigint;
  v_back bigint;
begin
  select d.amount_paise into v_came from deposit d
   where d.provider = new.provider and d.provider_payment_id = new.refund_of for no key update;
  if v_came is null then
    raise exception 'payout %: there is no payment % of %', new.id, new.refund_of, new.provider using errcode = '23514';
  end if;
  select coalesce(sum(p.amount_paise), 0) into v_back from payout p
   where p.provider = new.provider and p.refund_of = new.refund_of and p.status <> 'returned';
  if v_back > v_came then
    raise exception 'payout %: % paise back of a payment of %', new.id, v_back, v_came using errcode = '23514';
  end if;
  return null;
end $$;
create trigger refund_within_deposit after insert on payout
  for each row when (new.refund_of is not null) execute function refund_within_deposit();
alter table payout enable always trigger refund_within_deposit;
revoke all on function refund_within_deposit() from public;
