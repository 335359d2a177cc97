-- A released reservation is deleted from now on; those kept until now were never claimed, and nothing pruned them.
DELETE FROM "settlements" WHERE "state" = 'abandoned' AND "claimed_at" IS NULL;
-- What was spent at zero is pruned too, at the facilitator and at the gate.
CREATE INDEX "settlements_spent_zero_idx" ON "settlements"("decided_at") WHERE "state" = 'spent_zero';
CREATE INDEX "payments_spent_zero_idx" ON "payments"("ended_at") WHERE "status" = 'spent_zero';
