-- Who alone may raise the fee of a wallet's lowest open transaction, and until when.
ALTER TABLE "gas_wallets" ADD COLUMN "raised_by" UUID, ADD COLUMN "raised_until" TIMESTAMPTZ(3);

-- The open transactions of a wallet in their order.
CREATE INDEX "settlement_transactions_open_order_idx" ON "settlement_transactions"("network", "wallet", "nonce") WHERE "state" = 'open';
