-- Whether one party of an ended deal would deal with the other again. Said once, shown to others as a count.

create table deal_rating (
  deal_id text not null references deal,
  rater_id bigint not null references app_user,
  rated_id bigint not null references app_user,
  is_good boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (deal_id, rater_id),
  check (rater_id <> rated_id)
);
create index deal_rating_rated on deal_rating (rated_id, rater_id, created_at desc);

grant select, insert on deal_rating to amanat_app;
