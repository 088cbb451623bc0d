-- A new secret of an endpoint: for a while both sign, so that its receiver can be given the new one without a gap.
alter table webhook_endpoint
  add column old_secret_sealed bytea,
  add column old_secret_until timestamptz,
  add check ((old_secret_sealed is null) = (old_secret_until is null));
grant update (old_secret_sealed, old_secret_until) on webhook_endpoint to amanat_app;
