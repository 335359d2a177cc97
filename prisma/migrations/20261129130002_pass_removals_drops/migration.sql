-- Contract: moved into stored_routes.
DROP TABLE pass_removals;
