-- The public halves of the keys that have signed evidence packs. To change the key, delete the secret 'evidence-key':
-- the next pack is signed with a new one, and the old one is retired here.
create table evidence_key (
  public_key  text primary key check (public_key ~ '^[0-9a-f]{64,200}$'),
  valid_from  timestamptz not null,
  valid_until timestamptz check (valid_until >= valid_from)
);
create unique index evidence_key_current on evidence_key ((true)) where valid_until is null;
grant select, insert, update (valid_until) on evidence_key to amanat_app;
