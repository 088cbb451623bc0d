-- A picture of what an offer link sells, made smaller and without what the camera wrote. A version names the one that it
-- showed, so that a dispute can look at it later.

create table offer_link_photo (
  id text primary key,
  owner_id bigint not null references app_user,
  -- Of the bytes as they were stored first.
  sha256 text not null,
  -- WebP. Empty once the owner's account is deleted.
  content bytea not null check (octet_length(content) <= 600000),
  at timestamptz not null default clock_timestamp()
);
create index offer_link_photo_owner on offer_link_photo (owner_id, at);

alter table offer_link add column photo_id text references offer_link_photo;
alter table offer_link_version add column photo_id text references offer_link_photo;

grant select, insert, update (content) on offer_link_photo to amanat_app;
grant update (photo_id) on offer_link to amanat_app;
