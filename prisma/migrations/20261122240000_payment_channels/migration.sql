-- CreateTable
CREATE TABLE "payment_channels" (
    "network" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "payer_authorizer" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "receiver_authorizer" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "withdraw_delay" INTEGER NOT NULL,
    "salt" TEXT NOT NULL,
    "charged_atomic" DECIMAL(78,0) NOT NULL,
    "signed_atomic" DECIMAL(78,0),
    "signature" TEXT,
    "balance_atomic" DECIMAL(78,0) NOT NULL,
    "claimed_atomic" DECIMAL(78,0) NOT NULL,
    "refund_nonce" DECIMAL(78,0) NOT NULL,
    "withdraw_requested_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3) NOT NULL,
    "pending_id" UUID,
    "pending_until" TIMESTAMPTZ(3),
    "unclaimed_since" TIMESTAMPTZ(3),
    "next_claim_at" TIMESTAMPTZ(3),
    "is_unsettled" BOOLEAN NOT NULL DEFAULT false,
    "claim_transaction" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "charged_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_channels_pkey" PRIMARY KEY ("network","id"),
    -- The voucher that is kept covers what was delivered, and nothing is delivered beyond what lies in the channel.
    CONSTRAINT "payment_channels_covered" CHECK ("charged_atomic" = 0 OR "signed_atomic" IS NULL OR "signed_atomic" >= "charged_atomic")
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "payment_channels_payer_idx" ON "payment_channels"("payer");

-- CreateIndex
CREATE INDEX "payment_channels_receiver_idx" ON "payment_channels"("receiver");

-- What waits to be claimed; few of all that there ever were.
CREATE INDEX "payment_channels_unclaimed" ON "payment_channels"("next_claim_at") WHERE "unclaimed_since" IS NOT NULL;
CREATE INDEX "payment_channels_unsettled" ON "payment_channels"("network", "token", "receiver") WHERE "is_unsettled";
