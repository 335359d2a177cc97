-- What was spent at zero is pruned at the gate.
CREATE INDEX "payments_spent_zero_idx" ON "payments"("ended_at") WHERE "status" = 'spent_zero';
