-- CreateTable
CREATE TABLE "seller_invitations" (
    "id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "wallet" TEXT,
    "wallet_scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "seller_id" UUID,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "seller_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "seller_invitations_code_hash_key" ON "seller_invitations"("code_hash");
