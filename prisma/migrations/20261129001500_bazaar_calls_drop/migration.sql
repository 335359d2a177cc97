-- Contract: each row is one payment, since calls by vouchers are no longer added up.
ALTER TABLE catalog_settlements DROP COLUMN times;
