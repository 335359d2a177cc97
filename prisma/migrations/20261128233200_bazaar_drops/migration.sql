-- Contract: counts come from the settlements, changes are times of their entry, and one instance at a time holds a lock.
DROP TABLE catalog_events;
DROP TABLE catalog_leases;
DROP TABLE catalog_owner_proofs;
DROP TABLE catalog_payers;
DROP TABLE catalog_price_changes;
DROP TABLE catalog_refusals;
DROP TABLE catalog_use_hours;
DROP TABLE catalog_waiting_sales;
DROP TABLE gas_spending;
DROP INDEX catalog_settlements_entry_id_is_organic_payer_idx;
DROP INDEX catalog_documents_organic_payers_organic_count_key_idx;
