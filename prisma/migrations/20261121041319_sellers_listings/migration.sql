-- AlterTable
ALTER TABLE "stored_routes" ADD COLUMN     "listed_revision" INTEGER,
ADD COLUMN     "listing_key" TEXT,
ADD COLUMN     "listing_reason" TEXT,
ADD COLUMN     "listing_status" TEXT NOT NULL DEFAULT 'not_listed';

-- Routes that the catalog has not been told of; few at any time.
CREATE INDEX "stored_routes_untold_idx" ON "stored_routes" ("id") WHERE "listed_revision" IS DISTINCT FROM "revision";
