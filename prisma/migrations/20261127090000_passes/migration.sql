ALTER TYPE "route_kind" ADD VALUE 'pass';

-- Only payments for a pass have it: how long each of them lasts. Together they make its end.
ALTER TABLE "payments" ADD COLUMN "pass_seconds" INTEGER;

CREATE TABLE "pass_uses" (
  "pass_id" TEXT NOT NULL,
  "payer_identity" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "opens" INTEGER NOT NULL,
  "calls" INTEGER NOT NULL,
  CONSTRAINT "pass_uses_pkey" PRIMARY KEY ("pass_id", "payer_identity", "day")
);
CREATE INDEX "pass_uses_day_idx" ON "pass_uses"("day");

CREATE TABLE "pass_removals" (
  "pass_id" UUID NOT NULL,
  "route_id" UUID NOT NULL,
  "removed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "pass_removals_pkey" PRIMARY KEY ("pass_id", "route_id"),
  CONSTRAINT "pass_removals_pass_id_fkey" FOREIGN KEY ("pass_id") REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
