-- A lease belongs to the request that works on a payment, and ends by the database's clock.
ALTER TABLE "payments" DROP COLUMN "lease_owner",
ADD COLUMN "lease_token" UUID,
ADD COLUMN "lease_until" TIMESTAMPTZ(3);

-- An answer that is charged at its end for what was sent; the ledger notes how much while it goes on.
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_check";
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check"
CHECK ("status" IN ('claimed', 'abandoned', 'spent_zero', 'streaming', 'settling', 'settled', 'received', 'refused', 'unknown'));

DROP INDEX "payments_open_idx";
CREATE INDEX "payments_open_idx" ON "payments"("status")
WHERE "status" IN ('claimed', 'streaming', 'settling', 'unknown');
