-- Money that arrived for an authorization which this gate had not claimed before: received, never delivered.
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_check";
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check"
CHECK ("status" IN ('claimed', 'abandoned', 'spent_zero', 'settling', 'settled', 'received', 'refused', 'unknown'));

DROP INDEX "payments_shop_earned_idx";
CREATE INDEX "payments_shop_earned_idx" ON "payments" (split_part("route_key", '/', 3), "settled_at")
  INCLUDE ("route_key", "network", "asset", "settled_atomic", "status")
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" IN ('settled', 'received');

DROP INDEX "payments_shop_ended_idx";
CREATE INDEX "payments_shop_ended_idx" ON "payments" (split_part("route_key", '/', 3), (COALESCE("settled_at", "ended_at")))
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" IN ('settled', 'received', 'refused');
