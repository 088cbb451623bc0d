-- A server that does not migrate (MIGRATE=0) has a login without the owner's rights, and looks whether it is up to date.
grant select on schema_migrations to amanat_app;
