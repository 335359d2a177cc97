-- Images that sellers put into their texts, ready to be shown; they belong to the shop, since a text is written before
-- its route is made.
CREATE TABLE "shop_images" (
    "image_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_images_pkey" PRIMARY KEY ("image_id")
);
CREATE UNIQUE INDEX "shop_images_seller_id_sha256_key" ON "shop_images"("seller_id", "sha256");
CREATE INDEX "shop_images_named_at_idx" ON "shop_images"("named_at");
ALTER TABLE "shop_images" ADD CONSTRAINT "shop_images_seller_id_fkey"
  FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "shop_image_sizes" (
    "image_id" UUID NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "shop_image_sizes_pkey" PRIMARY KEY ("image_id", "width")
);
-- WebP is compressed already.
ALTER TABLE "shop_image_sizes" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
ALTER TABLE "shop_image_sizes" ADD CONSTRAINT "shop_image_sizes_image_id_fkey"
  FOREIGN KEY ("image_id") REFERENCES "shop_images"("image_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "route_images" (
    "route_id" UUID NOT NULL,
    "image_id" UUID NOT NULL,
    "in_teaser" BOOLEAN NOT NULL,
    "in_body" BOOLEAN NOT NULL,

    CONSTRAINT "route_images_pkey" PRIMARY KEY ("route_id", "image_id")
);
CREATE INDEX "route_images_image_id_idx" ON "route_images"("image_id");
ALTER TABLE "route_images" ADD CONSTRAINT "route_images_route_id_fkey"
  FOREIGN KEY ("route_id") REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- An image that a text names cannot go.
ALTER TABLE "route_images" ADD CONSTRAINT "route_images_image_id_fkey"
  FOREIGN KEY ("image_id") REFERENCES "shop_images"("image_id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- An image's room belongs to no route.
ALTER TABLE "uploads" ALTER COLUMN "route_id" DROP NOT NULL;
