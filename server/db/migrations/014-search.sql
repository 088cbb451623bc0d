-- The team's search by the beginning of a phone or a name: through the accounts, and in open offers through the phone
-- that they were made to. Byte order, since `like` finds a beginning in no other.

create index app_user_phone_search on app_user (phone_number text_pattern_ops);
create index app_user_name_search on app_user (lower(first_name) text_pattern_ops);
create index app_user_business_search on app_user (lower(business_name) text_pattern_ops) where business_name is not null;
drop index deal_offered;
create index deal_offered on deal (counterparty_phone text_pattern_ops, no desc) where agreed_at is null;
