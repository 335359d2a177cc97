-- Money that came in and delivered nothing, for its shop's overview; there is little of it.
CREATE INDEX "payments_shop_owed_idx" ON "payments" (split_part("route_key", '/', 3), "settled_at")
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" = 'received';

-- Titles of the routes that payments name.
CREATE INDEX "stored_routes_seller_id_route_key_idx" ON "stored_routes"("seller_id", "route_key");
