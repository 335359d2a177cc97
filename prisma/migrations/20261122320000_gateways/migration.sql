-- A seller's service whose operations are sold one by one.
CREATE TABLE "gateways" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "upstream_url" TEXT NOT NULL,
    "sealed_headers" BYTEA,
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "timeout_ms" INTEGER NOT NULL,
    "max_bytes" INTEGER NOT NULL,
    "networks" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateways_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "gateways_seller_id_prefix_key" ON "gateways"("seller_id", "prefix");

ALTER TABLE "gateways" ADD CONSTRAINT "gateways_seller_id_fkey"
  FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "stored_routes" ADD COLUMN "gateway_id" UUID;

CREATE INDEX "stored_routes_gateway_id_idx" ON "stored_routes"("gateway_id");

ALTER TABLE "stored_routes" ADD CONSTRAINT "stored_routes_gateway_id_fkey"
  FOREIGN KEY ("gateway_id") REFERENCES "gateways"("id") ON DELETE SET NULL ON UPDATE CASCADE;
