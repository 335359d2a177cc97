-- AlterTable
ALTER TABLE "payment_channels" ADD COLUMN     "claim_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "claim_gas" BIGINT,
ADD COLUMN     "claimed_together" INTEGER,
ADD COLUMN     "shops" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "payment_channels_shops_idx" ON "payment_channels" USING GIN ("shops");
