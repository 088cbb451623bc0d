-- From when until when a coupon counts, and whether the team has stopped it. Null: no bound, and not stopped.
alter table coupon
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add column off_at timestamptz,
  add constraint coupon_valid check (valid_from < valid_until);
grant update (off_at) on coupon to amanat_app;

-- The team looks for a person by the beginning of what it is told.
create index app_user_last_name_search on app_user (lower(last_name) text_pattern_ops);
create index app_user_email_search on app_user (email text_pattern_ops);
