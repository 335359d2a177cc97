-- What is cleared away once its use is over, each found by an index that holds nothing else.

-- Claims that lapsed, for the reconciler, and those that were let go; settled ones are never asked for by state.
DROP INDEX "settlements_state_claimed_at_idx";
CREATE INDEX "settlements_claims_idx" ON "settlements"("state", "claimed_at") WHERE "state" IN ('claimed', 'abandoned');
CREATE INDEX "settlements_lapsed_idx" ON "settlements"("reserved_until") WHERE "state" = 'reserved';
CREATE INDEX "settlements_refused_idx" ON "settlements"("decided_at") WHERE "state" = 'refused';

-- Ended transactions whose signed form is still kept.
CREATE INDEX "settlement_transactions_kept_idx" ON "settlement_transactions"("ended_at")
WHERE "state" <> 'open' AND "raw" <> '';

-- Claims that came to nothing before a handler ran, all that took no money, and answers that are still stored.
CREATE INDEX "payments_unstarted_idx" ON "payments"("ended_at") WHERE "status" = 'abandoned' AND "handler_runs" = 0;
CREATE INDEX "payments_unpaid_idx" ON "payments"("ended_at") WHERE "status" IN ('abandoned', 'refused');
CREATE INDEX "payments_answers_idx" ON "payments"((COALESCE("delivered_at", "settled_at"))) WHERE "response_body" IS NOT NULL;

CREATE INDEX "webhook_deliveries_ended_idx" ON "webhook_deliveries"("created_at") WHERE "state" <> 'waiting';
