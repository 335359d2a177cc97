-- AlterTable
ALTER TABLE "sellers" ADD COLUMN     "suspended_reason" TEXT,
ADD COLUMN     "is_content_closed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "stored_routes" ADD COLUMN     "suspended_reason" TEXT,
ADD COLUMN     "is_content_closed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "listing_suspended_reason" TEXT;
