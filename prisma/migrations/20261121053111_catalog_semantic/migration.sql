-- AlterTable
ALTER TABLE "catalog_documents" ADD COLUMN     "text_hash" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "catalog_embeddings" (
    "entry_id" BIGINT NOT NULL,
    "model" TEXT NOT NULL,
    "text_hash" BIGINT NOT NULL,
    "dimensions" INTEGER NOT NULL,
    "vector" BYTEA NOT NULL,
    "revision" BIGSERIAL NOT NULL,

    CONSTRAINT "catalog_embeddings_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "catalog_leases" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_leases_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "catalog_embeddings_revision_idx" ON "catalog_embeddings"("revision");

-- AddForeignKey
ALTER TABLE "catalog_embeddings" ADD CONSTRAINT "catalog_embeddings_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
