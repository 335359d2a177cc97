-- AlterTable
ALTER TABLE "catalog_documents" ADD COLUMN     "host" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "organic_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "organic_payers" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "verification" TEXT NOT NULL DEFAULT 'unverified';

-- CreateIndex
CREATE INDEX "catalog_documents_min_micro_dollars_key_idx" ON "catalog_documents"("min_micro_dollars", "key");

-- CreateIndex
CREATE INDEX "catalog_documents_organic_payers_organic_count_key_idx" ON "catalog_documents"("organic_payers" DESC, "organic_count" DESC, "key");

-- CreateIndex
CREATE INDEX "catalog_documents_host_last_updated_at_key_idx" ON "catalog_documents"("host", "last_updated_at" DESC, "key");

-- CreateIndex
CREATE INDEX "catalog_documents_verification_last_updated_at_key_idx" ON "catalog_documents"("verification", "last_updated_at" DESC, "key");

-- What is indexed already gets what its entry knows.
UPDATE "catalog_documents" document
SET "host" = entry."host", "verification" = entry."verification",
    "organic_payers" = entry."organic_payers", "organic_count" = entry."organic_count"
FROM "catalog_entries" entry WHERE entry."id" = document."entry_id";
