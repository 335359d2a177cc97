-- What a claim asks of a payer's history, each without reading the history.
CREATE INDEX "payments_due_idx" ON "payments"("payer_identity", "resource_uri")
WHERE "status" IN ('unknown', 'settled') AND "delivered_at" IS NULL;

CREATE INDEX "payments_unpaid_work_idx" ON "payments"("payer_identity", "ended_at")
WHERE "status" = 'refused' AND "produced_at" IS NOT NULL;
