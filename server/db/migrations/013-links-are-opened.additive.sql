-- When the page of an offer link was last said to have been opened, so that a webhook says it once an hour at most.
alter table offer_link add column opened_at timestamptz;
grant update (opened_at) on offer_link to amanat_app;
