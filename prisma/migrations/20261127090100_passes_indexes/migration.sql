-- After the column was added, so that payments can be read while they are indexed. Older ones are for no pass.
CREATE INDEX "payments_passes_idx" ON "payments"("payer_identity", "route_id") WHERE "pass_seconds" IS NOT NULL;
CREATE INDEX "stored_routes_passes_idx" ON "stored_routes"("seller_id") WHERE "kind" = 'pass';
