-- AlterTable
ALTER TABLE "sellers" ADD COLUMN     "is_two_person" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "owner_proposals" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "before" TEXT,
    "address" TEXT,
    "account_id" UUID NOT NULL,
    "wallet" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "owner_proposals_seller_id_network_key" ON "owner_proposals"("seller_id", "network");

-- AddForeignKey
ALTER TABLE "owner_proposals" ADD CONSTRAINT "owner_proposals_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
