-- After the columns were added, so that the listings can be read while they are indexed.
CREATE INDEX "catalog_entries_looked_at_idx" ON "catalog_entries"("looked_at");
