-- CreateTable
CREATE TABLE "seller_keys" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "secret_hash" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "seller_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seller_replays" (
    "seller_id" UUID NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "sealed_body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seller_replays_pkey" PRIMARY KEY ("seller_id","idempotency_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "seller_keys_secret_hash_key" ON "seller_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "seller_keys_seller_id_idx" ON "seller_keys"("seller_id");

-- CreateIndex
CREATE INDEX "seller_replays_created_at_idx" ON "seller_replays"("created_at");

-- AddForeignKey
ALTER TABLE "seller_keys" ADD CONSTRAINT "seller_keys_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seller_replays" ADD CONSTRAINT "seller_replays_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
