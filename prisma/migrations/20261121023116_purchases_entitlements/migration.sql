-- CreateTable
CREATE TABLE "entitlements" (
    "address_identity" TEXT NOT NULL,
    "resource_uri" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "payment_id" TEXT,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "entitlements_pkey" PRIMARY KEY ("address_identity","resource_uri","network")
);

-- CreateIndex
CREATE INDEX "entitlements_address_identity_granted_at_idx" ON "entitlements"("address_identity", "granted_at");
