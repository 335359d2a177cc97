-- AlterTable
ALTER TABLE "sellers" ADD COLUMN     "quotas" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "upload_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "uploads_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "uploads" (
    "upload_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("upload_id")
);

-- CreateIndex
CREATE INDEX "uploads_seller_id_idx" ON "uploads"("seller_id");

-- What is stored already has its room.
INSERT INTO "uploads" SELECT file.upload_id, route.seller_id, route.id, file.size, file.completed_at
    FROM "route_files" file JOIN "stored_routes" route ON route.id = file.route_id;
