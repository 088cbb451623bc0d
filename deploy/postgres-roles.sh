#!/bin/sh
# Run once by the image of PostgreSQL on an empty folder: the program's role, and the login of the servers.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$(cat /run/secrets/web_password)" <<'SQL'
create role amanat_app nologin;
create role amanat_web login password :'password' in role amanat_app;
grant pg_monitor to amanat_app;
SQL
