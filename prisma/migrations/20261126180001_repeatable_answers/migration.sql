-- Answers that were delivered and may be asked for again, for their pruning. Apart from the columns before it, which keep even
-- readers out until they are there.
CREATE INDEX "payments_repeatable_idx" ON "payments"("delivered_at") WHERE "response_body" IS NOT NULL AND "delivered_at" IS NOT NULL;
