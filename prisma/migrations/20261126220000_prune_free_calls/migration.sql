-- Calls out of a channel that cost nothing are pruned at the gate.
CREATE INDEX "payments_settled_zero_idx" ON "payments"("settled_at") WHERE "status" = 'settled' AND "settled_atomic" = 0;
