-- Payments made while their route offered no sign-in, for the wallets that ask once it does; the newest first.
CREATE INDEX "payments_not_kept_idx" ON "payments" ("payer_identity", "resource_uri", "settled_at" DESC)
  WHERE "status" = 'settled' AND "entitlement_uri" IS NULL;
