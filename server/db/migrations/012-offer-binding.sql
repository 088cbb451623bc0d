-- An offer is made to an account, not to a phone number: numbers pass from one person to another.

-- Null: no account has held the number since the offer was made. The first that does and opens the offer gets it.
alter table deal
  add column counterparty_id bigint references app_user,
  add constraint deal_counterparty_check check (counterparty_id <> creator_id);
create index deal_counterparty on deal (counterparty_id, no desc) where agreed_at is null and counterparty_id is not null;

-- Whoever accepted, else whoever was told of the offer when it was made.
update deal set counterparty_id = case track when 'shopping' then payee_id else payer_id end where agreed_at is not null;
update deal set counterparty_id = told.user_id
  from (
    select distinct on (n.deal_id) n.deal_id, n.user_id
      from notification n
      join app_user u on u.id = n.user_id
      join deal d on d.id = n.deal_id
     where n.kind = 'create' and n.user_id <> d.creator_id
       and u.user_type = case d.track when 'shopping' then 'Seller' else 'Client' end
     order by n.deal_id, n.id
  ) told
 where told.deal_id = deal.id and deal.agreed_at is null;
-- checked now, or nothing after this could alter the table in the same transaction
set constraints hold_is_zero immediate;
set constraints hold_is_zero deferred;
