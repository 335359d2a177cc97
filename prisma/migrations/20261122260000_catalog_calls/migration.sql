-- AlterTable
ALTER TABLE "catalog_settlements" ADD COLUMN     "times" INTEGER NOT NULL DEFAULT 1;
