-- A released reservation is deleted from now on; those kept until now were never claimed, and nothing pruned them.
DELETE FROM "settlements" WHERE "state" = 'abandoned' AND "claimed_at" IS NULL;
-- What was spent at zero is pruned too. The gate's index comes apart, so that no lock of one table waits for the other.
CREATE INDEX "settlements_spent_zero_idx" ON "settlements"("decided_at") WHERE "state" = 'spent_zero';
