-- Apart from the column, so that the table can be read while the indexes are made.
CREATE INDEX catalog_settlements_entry_id_is_organic_payer_settled_at_idx ON catalog_settlements USING btree (entry_id, is_organic, payer, settled_at);
CREATE INDEX catalog_settlements_entry_id_settled_at_idx ON catalog_settlements USING btree (entry_id, settled_at);
CREATE INDEX catalog_settlements_listing_key_idx ON catalog_settlements USING btree (listing_key);
