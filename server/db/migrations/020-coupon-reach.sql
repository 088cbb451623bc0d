-- Whom a coupon is for: everybody; those who are named; or whoever comes first, for a number of uses.
alter table coupon add column max_uses integer check (max_uses between 1 and 100000);
comment on column coupon.max_uses is 'Null: as often as anybody likes. Offers that came to nothing give their use back.';

create table coupon_holder (
  coupon_id bigint not null references coupon,
  user_id   bigint not null references app_user,
  primary key (coupon_id, user_id)
);
comment on table coupon_holder is 'Without a row the coupon is for everybody.';
create index coupon_holder_user on coupon_holder (user_id);
create index deal_coupon on deal (coupon_id) where coupon_id is not null;
grant select, insert on coupon_holder to amanat_app;
