-- Contract: an import of the previous version that fails for this is read by the next run of the new one.
ALTER TABLE catalog_imports DROP COLUMN listed, DROP COLUMN refused, DROP COLUMN state, DROP COLUMN problem, DROP COLUMN started_at;
