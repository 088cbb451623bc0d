-- What happened on each day, in sums: the console's charts read a row a day instead of every deal there ever was.
create table day_figure (
  -- In India.
  day date primary key,
  in_paise bigint not null,
  out_paise bigint not null,
  -- What deals took into their holds, and what left them: the held money of a day is counted back from today's.
  funded_paise bigint not null,
  freed_paise bigint not null,
  fees_paise bigint not null,
  funded bigint not null,
  ended bigint not null,
  -- Of those that ended, with a complaint.
  disputed bigint not null,
  -- Of those, decided by the team, and the median time from the complaint to the decision.
  decided bigint not null,
  decide_ms bigint
);
grant select, insert, update on day_figure to amanat_app;

create index deal_funded on deal (funded_at) where funded_at is not null;
create index deal_ended on deal (ended_at) where ended_at is not null;
create index deal_disputed_ended on deal (ended_at) where ended_at is not null and disputed_at is not null;
create index deal_status on deal (status, no desc);
-- Transfers come in the order of their time: a few pages say where a day begins.
create index transfer_at on transfer using brin (at) with (pages_per_range = 16);
create index deposit_newest on deposit (provider, at desc);
