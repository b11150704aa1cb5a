#!/bin/sh
# The image of PostgreSQL runs this once, on a new volume. The program's user owns its database and may create the role of its
# companies' connections; it is no superuser. The superuser has no password afterwards, so it signs in only inside the container.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE launchbook LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE launchbook OWNER launchbook;
\connect launchbook
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;
ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
ALTER FUNCTION pg_catalog.texticlike(text, text) LEAKPROOF;
ALTER ROLE postgres PASSWORD NULL;
SQL
