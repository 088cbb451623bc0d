-- Buyers choose a business by its name: two that look alike must not stand beside each other. What a name looks like
-- (server/lib/name-skeleton.ts) is computed by the program; rows from before get theirs at its start.
create table business_name_key (
  key text primary key,
  user_id bigint not null references app_user
);
create index business_name_key_user on business_name_key (user_id);
grant select, insert, delete on business_name_key to amanat_app;
