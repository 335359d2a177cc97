-- After the columns were added, so that the listings can be read while they are indexed.
CREATE INDEX "catalog_entries_next_audition_at_idx" ON "catalog_entries"("next_audition_at");
