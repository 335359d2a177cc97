#!/bin/sh
# Runs once, when the data folder is empty: a role without any right beyond its own database. The superuser then has no
# password, and can be used only inside this container.
set -eu
psql -v ON_ERROR_STOP=1 -v role="$TURNPIKE_ROLE" -v password="$TURNPIKE_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE turnpike OWNER :"role";
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
