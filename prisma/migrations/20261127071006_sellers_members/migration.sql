-- Shops have members with roles. A key without a maker is the first owner's.
-- CreateEnum
CREATE TYPE "shop_role" AS ENUM ('owner', 'editor', 'accountant');

-- AlterTable
ALTER TABLE "seller_keys" ADD COLUMN     "account_id" UUID;

-- CreateTable
CREATE TABLE "shop_members" (
    "seller_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "role" "shop_role" NOT NULL,
    "address" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_members_pkey" PRIMARY KEY ("seller_id","account_id")
);

-- CreateTable
CREATE TABLE "member_invitations" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "role" "shop_role" NOT NULL,
    "address" TEXT NOT NULL,
    "address_identity" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "shop_members_account_id_idx" ON "shop_members"("account_id");

-- CreateIndex
CREATE INDEX "member_invitations_address_identity_idx" ON "member_invitations"("address_identity");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_seller_id_address_identity_key" ON "member_invitations"("seller_id", "address_identity");

-- AddForeignKey
ALTER TABLE "shop_members" ADD CONSTRAINT "shop_members_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
