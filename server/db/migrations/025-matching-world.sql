-- What a bank's line may be matched to: what payers say of their payments, and the code that stands in the narration of
-- each payout. Which account a pay-in or payout belongs to, where the operator has several.

alter table pay_in
  add column bank_account_id text references bank_account,
  -- The UPI id that the payer is known by: hints at whose a line is, and never where money goes.
  add column payer_vpa text;

alter table payout
  add column bank_account_id text references bank_account,
  -- First in every narration: `PY` and 8 letters, since banks cut what follows.
  add column code text unique check (code ~ '^PY[0-9A-HJKMNP-TV-Z]{8}$');

-- "I have paid": the number of the transfer, which stands on every screenshot. A hint; it moves no money.
create table payment_claim (
  id bigint generated always as identity primary key,
  pay_in_id text not null references pay_in,
  utr text not null check (utr ~ '^[0-9]{12}$'),
  amount_paise bigint check (amount_paise > 0),
  state text not null default 'claimed' check (state in ('claimed', 'seen', 'not_found', 'conflict')),
  -- Product time.
  at timestamptz not null,
  unique (pay_in_id, utr)
);
create index payment_claim_utr on payment_claim (utr);
grant select, insert on payment_claim to amanat_app;
grant update (state) on payment_claim to amanat_app;

-- An account that the operator's file names is nobody's act.
alter table bank_account alter column created_by drop not null;
