-- A piece that was taken before its owner said how many are left is not one of those: it does not come back to them.
alter table offer_link add column stock_version integer not null default 1;
comment on column offer_link.stock_version is 'The version in which the owner set the stock last.';

grant update (stock_version) on offer_link to amanat_app;
