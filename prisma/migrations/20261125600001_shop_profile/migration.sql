-- What a shop says of itself on its own page.
ALTER TABLE "sellers" ADD COLUMN "about" TEXT NOT NULL DEFAULT '';
ALTER TABLE "sellers" ADD COLUMN "links" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "sellers" ADD COLUMN "picture_id" UUID;

-- An image that a shop shows cannot go.
CREATE INDEX "sellers_picture_id_idx" ON "sellers"("picture_id");
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_picture_id_fkey"
  FOREIGN KEY ("picture_id") REFERENCES "shop_images"("image_id") ON DELETE NO ACTION ON UPDATE CASCADE;
