-- Keys by which a seller's own server knows what was paid for.
CREATE TABLE "upstream_keys" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_keys_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "upstream_keys_seller_id_signs_from_idx" ON "upstream_keys"("seller_id", "signs_from");

ALTER TABLE "upstream_keys" ADD CONSTRAINT "upstream_keys_seller_id_fkey"
  FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
