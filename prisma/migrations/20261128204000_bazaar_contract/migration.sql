-- Contract: search by meaning is gone.
DROP TABLE IF EXISTS "catalog_vectors";
ALTER TABLE "catalog_documents" DROP COLUMN "text_hash";
