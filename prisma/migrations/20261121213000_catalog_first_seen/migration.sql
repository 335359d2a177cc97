-- AlterTable
ALTER TABLE "catalog_documents" ADD COLUMN     "first_seen_at" TIMESTAMPTZ(3);

-- What is indexed already gets what its entry knows.
UPDATE "catalog_documents" document
SET "first_seen_at" = entry."first_seen_at"
FROM "catalog_entries" entry WHERE entry."id" = document."entry_id";

-- AlterTable
ALTER TABLE "catalog_documents" ALTER COLUMN "first_seen_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "catalog_documents_first_seen_at_key_idx" ON "catalog_documents"("first_seen_at" DESC, "key");
