-- Offer links: one item, many buyers. Each taking makes a deal of its own, under the version that was open then.

create table offer_link (
  id text primary key,
  owner_id bigint not null references app_user,
  track text not null check (track = 'shopping'),
  version integer not null default 1 check (version > 0),
  -- Empty once the owner's account is deleted.
  title text not null,
  details text not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- Left to take; null: as many as come. Two that take the last one at the same moment cannot both have it.
  stock integer check (stock >= 0),
  per_buyer integer not null check (per_buyer > 0),
  paused_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index offer_link_owner on offer_link (owner_id, created_at);

-- What each version said: a deal names the one it was made under.
create table offer_link_version (
  link_id text not null references offer_link,
  version integer not null,
  title text not null,
  details text not null,
  amount_paise bigint not null,
  stock integer,
  per_buyer integer not null,
  paused boolean not null,
  at timestamptz not null default clock_timestamp(),
  primary key (link_id, version)
);

create table offer_link_take (
  deal_id text primary key references deal,
  link_id text not null,
  version integer not null,
  buyer_id bigint not null references app_user,
  -- The deal ended unpaid: the piece is on sale again.
  returned_at timestamptz,
  foreign key (link_id, version) references offer_link_version
);
create index offer_link_take_buyer on offer_link_take (link_id, buyer_id) where returned_at is null;

grant select, insert, update (version, title, details, amount_paise, stock, per_buyer, paused_at) on offer_link to amanat_app;
grant select, insert, update (title, details) on offer_link_version to amanat_app;
grant select, insert, update (returned_at) on offer_link_take to amanat_app;
