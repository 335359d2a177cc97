-- The payments of one shop under /x/<handle>, newest first: the handle is the third part of the route key.
CREATE INDEX "payments_shop_idx" ON "payments" (split_part("route_key", '/', 3), "claimed_at" DESC, "id" DESC)
  WHERE split_part("route_key", '/', 2) = 'x';

-- What a shop earned between two days, answered from the index alone.
CREATE INDEX "payments_shop_earned_idx" ON "payments" (split_part("route_key", '/', 3), "settled_at")
  INCLUDE ("route_key", "network", "asset", "settled_atomic")
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" = 'settled';

-- Payments that have ended, for the webhooks of their shop.
CREATE INDEX "payments_shop_ended_idx" ON "payments" (split_part("route_key", '/', 3), (COALESCE("settled_at", "ended_at")))
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" IN ('settled', 'refused');
