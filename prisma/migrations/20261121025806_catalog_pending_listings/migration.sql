-- CreateTable
CREATE TABLE "catalog_pending_listings" (
    "key" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "settlement" JSONB NOT NULL,

    CONSTRAINT "catalog_pending_listings_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "catalog_pending_listings_state_due_at_idx" ON "catalog_pending_listings"("state", "due_at");

-- CreateIndex
CREATE INDEX "catalog_payment_options_network_idx" ON "catalog_payment_options"("network");
