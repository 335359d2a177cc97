-- The entries of the highest quality, with an index of their own: searches of common words read it first.
ALTER TABLE "catalog_documents" ADD COLUMN "is_prominent" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "catalog_documents_prominent_words_idx" ON "catalog_documents" USING gin ("words") WHERE "is_prominent";
CREATE INDEX "catalog_documents_prominent_quality_idx" ON "catalog_documents" ("quality", "entry_id") WHERE "is_prominent";
