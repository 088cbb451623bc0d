-- The grid narrows deals by amount and by the day they were made, and orders them by amount.
create index deal_amount on deal (amount_paise, no desc);
create index deal_created on deal (created_at, no desc);
