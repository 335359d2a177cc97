-- CreateIndex
CREATE INDEX "catalog_documents_type_last_updated_at_key_idx" ON "catalog_documents"("type", "last_updated_at" DESC, "key");
