-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount_atomic" DECIMAL(78,0) NOT NULL,
    "status" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "transaction" TEXT,
    "sender" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- CreateIndex
CREATE INDEX "refunds_seller_id_idx" ON "refunds"("seller_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_network_transaction_key" ON "refunds"("network", "transaction");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
