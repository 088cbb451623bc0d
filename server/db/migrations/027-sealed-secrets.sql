-- Secrets and seeds that were stored before the program sealed them with DATA_KEY are replaced at its start by the same,
-- sealed (server/services/sealed-secrets.ts).
grant update (value) on app_secret to amanat_app;
comment on table app_secret is 'Those that begin with "sealed:" open with DATA_KEY alone.';
comment on column totp.secret is '20 bytes; longer when it is sealed with DATA_KEY.';
