-- Roles of a person beside the one in use, which is user_type. The program before this one reads user_type alone.
alter table app_user
  add column other_roles text[] not null default '{}',
  add constraint app_user_other_roles_check check (
    other_roles <@ array['Buyer', 'Seller', 'Service_Provider', 'Client']
    and user_type <> all(other_roles)
    and cardinality(other_roles) <= 3
    and (cardinality(other_roles) = 0 or user_type not in ('Admin', 'Mediator'))),
  -- a buyer chooses a seller by this name, whichever role the seller uses at the moment
  add constraint app_user_other_seller_check check (
    not 'Seller' = any(other_roles) or deleted_at is not null or business_name is not null);
comment on column app_user.other_roles is 'The roles that the person has beside user_type, which is the one in use.';
drop index app_user_sellers;
create index app_user_sellers on app_user (lower(business_name) text_pattern_ops, id)
  where (user_type = 'Seller' or 'Seller' = any(other_roles)) and deleted_at is null;
