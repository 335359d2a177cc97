-- AlterTable
ALTER TABLE "catalog_documents" ADD COLUMN     "path_length" INTEGER NOT NULL DEFAULT 0;
