-- Delivered calls that still hold what was signed for them and answered.
CREATE INDEX "payments_covered_idx" ON "payments"("delivered_at") WHERE "scheme" = 'batch-settlement' AND "settle_response" IS NOT NULL AND "delivered_at" IS NOT NULL;
