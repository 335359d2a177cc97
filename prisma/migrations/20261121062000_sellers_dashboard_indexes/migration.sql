-- Pages and filters of a shop's payments, and what became of them by day, answered from the index alone.
CREATE INDEX "payments_shop_page_idx" ON "payments" (split_part("route_key", '/', 3), "claimed_at" DESC, "id" DESC)
  INCLUDE ("route_key", "status", "network", "audience")
  WHERE split_part("route_key", '/', 2) = 'x';
DROP INDEX "payments_shop_idx";

-- Payments of a shop by how their payer or transaction begins.
CREATE INDEX "payments_shop_payer_idx" ON "payments" (split_part("route_key", '/', 3), lower("payer_identity") text_pattern_ops)
  WHERE split_part("route_key", '/', 2) = 'x';
CREATE INDEX "payments_shop_transaction_idx" ON "payments" (split_part("route_key", '/', 3), lower("transaction") text_pattern_ops)
  WHERE split_part("route_key", '/', 2) = 'x' AND "transaction" IS NOT NULL;
