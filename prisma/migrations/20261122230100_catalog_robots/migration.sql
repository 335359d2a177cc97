-- The text itself is kept, and read again by what understands it.
ALTER TABLE "catalog_hosts" DROP COLUMN "disallowed", ADD COLUMN "robots" TEXT NOT NULL DEFAULT '';
UPDATE "catalog_hosts" SET "robots_read_at" = NULL;
