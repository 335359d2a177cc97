-- After the column was added, so that payments can be read while they are indexed.
CREATE INDEX "payments_gifts_idx" ON "payments"("network", "transaction") WHERE "given_to" IS NOT NULL;
