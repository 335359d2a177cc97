-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "authorization_key" TEXT NOT NULL,
    "route_key" TEXT NOT NULL,
    "resource_uri" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "scheme" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "payer_identity" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "authorized_atomic" DECIMAL(78,0) NOT NULL,
    "settled_atomic" DECIMAL(78,0),
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "transaction" TEXT,
    "is_preempted" BOOLEAN NOT NULL DEFAULT false,
    "was_unknown" BOOLEAN NOT NULL DEFAULT false,
    "handler_runs" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "request_fingerprint" TEXT NOT NULL,
    "payment_identifier" TEXT,
    "payload" JSONB NOT NULL,
    "requirements" JSONB NOT NULL,
    "valid_before" TIMESTAMPTZ(3),
    "entitlement_uri" TEXT,
    "entitled_until" TIMESTAMPTZ(3),
    "settle_response" JSONB,
    "extension_responses" JSONB,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" BYTEA,
    "challenged_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "produced_at" TIMESTAMPTZ(3),
    "settling_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payments_authorization_key_key" ON "payments"("authorization_key");

-- CreateIndex
CREATE INDEX "payments_payer_identity_resource_uri_idx" ON "payments"("payer_identity", "resource_uri");

-- CreateIndex
CREATE INDEX "payments_route_key_claimed_at_idx" ON "payments"("route_key", "claimed_at");

-- CreateIndex
CREATE INDEX "payments_claimed_at_idx" ON "payments"("claimed_at");

-- One payment per identifier of a payer and route, among those that took money or still may.
CREATE UNIQUE INDEX "payments_identifier_key" ON "payments"("route_key", "payer_identity", "payment_identifier")
WHERE "payment_identifier" IS NOT NULL AND "status" NOT IN ('abandoned', 'refused');

-- What the reconciler looks for: rows that somebody is at work on, or that are in doubt.
CREATE INDEX "payments_open_idx" ON "payments"("status") WHERE "status" IN ('claimed', 'settling', 'unknown');

ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check"
CHECK ("status" IN ('claimed', 'abandoned', 'spent_zero', 'settling', 'settled', 'refused', 'unknown'));
