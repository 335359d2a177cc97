-- How often a handler ran for a payment whose money had been taken; after three runs its content is given up.
ALTER TABLE "payments" ADD COLUMN "delivery_runs" INTEGER NOT NULL DEFAULT 0;

-- A settled payment may end later still, when its content is given up: that is news to its seller at that moment.
DROP INDEX "payments_shop_ended_idx";
CREATE INDEX "payments_shop_ended_idx" ON "payments"
  (split_part("route_key", '/', 3), (CASE WHEN "status" = 'settled' THEN "settled_at" ELSE "ended_at" END))
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" IN ('settled', 'received', 'refused', 'undecidable');
