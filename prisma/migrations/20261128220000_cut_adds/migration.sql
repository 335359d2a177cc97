ALTER TABLE mailboxes ADD COLUMN tells_each_sale boolean NOT NULL DEFAULT false;
ALTER TABLE catalog_entries ADD COLUMN payee_changed_at timestamptz(3), ADD COLUMN price_jumped_at timestamptz(3);
