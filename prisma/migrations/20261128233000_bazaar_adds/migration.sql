ALTER TABLE catalog_entries ADD COLUMN price_changed_at timestamptz(3), ADD COLUMN owner_acted_at timestamptz(3);
ALTER TABLE catalog_settlements ADD COLUMN listing_key text, ALTER COLUMN entry_id DROP NOT NULL;
CREATE INDEX catalog_documents_organic_payers_organic_count_quality_key_idx ON catalog_documents USING btree (organic_payers DESC, organic_count DESC, quality DESC, key);
