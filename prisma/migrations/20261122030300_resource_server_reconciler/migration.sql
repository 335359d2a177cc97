-- When a payment in doubt is looked at next, so that each network's oldest come first and back off by themselves.
ALTER TABLE "payments" ADD COLUMN "next_look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

ALTER TABLE "payments" DROP CONSTRAINT "payments_status_check";
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check"
CHECK ("status" IN ('claimed', 'abandoned', 'spent_zero', 'streaming', 'settling', 'settled', 'received', 'refused', 'unknown', 'undecidable'));

CREATE INDEX "payments_looks_idx" ON "payments"("network", "next_look_at") WHERE "status" = 'unknown';

CREATE INDEX "payments_undecidable_idx" ON "payments"("claimed_at") WHERE "status" = 'undecidable';

DROP INDEX "payments_shop_ended_idx";
CREATE INDEX "payments_shop_ended_idx" ON "payments" (split_part("route_key", '/', 3), (COALESCE("settled_at", "ended_at")))
  WHERE split_part("route_key", '/', 2) = 'x' AND "status" IN ('settled', 'received', 'refused', 'undecidable');
