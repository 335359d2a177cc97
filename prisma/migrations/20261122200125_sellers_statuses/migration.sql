-- The database knows every status of what sellers make. Instances of the version before go on reading and writing these
-- columns: they are written as literals and parameters, which take the type of the column.
CREATE TYPE "route_kind" AS ENUM ('article', 'file', 'api', 'metered_api', 'sign_in');
CREATE TYPE "route_state" AS ENUM ('draft', 'live', 'paused', 'archived');
CREATE TYPE "listing_status" AS ENUM ('not_listed', 'processing', 'success', 'rejected');
CREATE TYPE "delivery_state" AS ENUM ('waiting', 'delivered', 'failed');
CREATE TYPE "refund_status" AS ENUM ('promised', 'confirmed');

ALTER TABLE "stored_routes"
  ALTER COLUMN "kind" TYPE "route_kind" USING "kind"::"route_kind",
  ALTER COLUMN "state" TYPE "route_state" USING "state"::"route_state",
  ALTER COLUMN "listing_status" DROP DEFAULT,
  ALTER COLUMN "listing_status" TYPE "listing_status" USING "listing_status"::"listing_status",
  ALTER COLUMN "listing_status" SET DEFAULT 'not_listed';

-- Its condition compares with text.
DROP INDEX "webhook_deliveries_ended_idx";
ALTER TABLE "webhook_deliveries" ALTER COLUMN "state" TYPE "delivery_state" USING "state"::"delivery_state";
CREATE INDEX "webhook_deliveries_ended_idx" ON "webhook_deliveries"("created_at") WHERE "state" <> 'waiting';

ALTER TABLE "refunds" ALTER COLUMN "status" TYPE "refund_status" USING "status"::"refund_status";
