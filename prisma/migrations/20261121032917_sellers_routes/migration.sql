-- CreateTable
CREATE TABLE "sellers" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "handle" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sellers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seller_payees" (
    "seller_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seller_payees_pkey" PRIMARY KEY ("seller_id","network")
);

-- CreateTable
CREATE TABLE "stored_routes" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "route_key" TEXT NOT NULL,
    "shape" TEXT,
    "settings" JSONB NOT NULL,
    "revision" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_routes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "route_articles" (
    "route_id" UUID NOT NULL,
    "teaser" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "route_articles_pkey" PRIMARY KEY ("route_id")
);

-- CreateTable
CREATE TABLE "route_files" (
    "route_id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "route_files_pkey" PRIMARY KEY ("route_id")
);

-- CreateTable
CREATE TABLE "file_chunks" (
    "upload_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_chunks_pkey" PRIMARY KEY ("upload_id","position")
);

-- CreateTable
CREATE TABLE "route_upstreams" (
    "route_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_headers" BYTEA,
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "timeout_ms" INTEGER NOT NULL,
    "max_bytes" INTEGER NOT NULL,

    CONSTRAINT "route_upstreams_pkey" PRIMARY KEY ("route_id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "sealed_key" BYTEA NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "swept_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "elapsed_ms" INTEGER NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "fault" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sellers_account_id_key" ON "sellers"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "sellers_handle_key" ON "sellers"("handle");

-- CreateIndex
CREATE INDEX "stored_routes_seller_id_revision_idx" ON "stored_routes"("seller_id", "revision");

-- CreateIndex
CREATE INDEX "stored_routes_seller_id_created_at_idx" ON "stored_routes"("seller_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "stored_routes_seller_id_method_shape_key" ON "stored_routes"("seller_id", "method", "shape");

-- CreateIndex
CREATE INDEX "file_chunks_created_at_idx" ON "file_chunks"("created_at");

-- CreateIndex
CREATE INDEX "webhook_endpoints_seller_id_idx" ON "webhook_endpoints"("seller_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_next_attempt_at_idx" ON "webhook_deliveries"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_idx" ON "webhook_deliveries"("endpoint_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_event_id_key" ON "webhook_deliveries"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_attempted_at_idx" ON "webhook_attempts"("delivery_id", "attempted_at");

-- AddForeignKey
ALTER TABLE "seller_payees" ADD CONSTRAINT "seller_payees_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_routes" ADD CONSTRAINT "stored_routes_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_articles" ADD CONSTRAINT "route_articles_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_files" ADD CONSTRAINT "route_files_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_upstreams" ADD CONSTRAINT "route_upstreams_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
