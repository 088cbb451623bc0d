-- Until which Indian day a bank's statement may show what a payer says that they paid. Null for claims of the samples.
alter table payment_claim add column look_until date;
create index payment_claim_waiting on payment_claim (look_until) where state in ('claimed', 'conflict');
