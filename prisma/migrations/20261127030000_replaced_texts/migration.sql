-- The texts of a route that saves have replaced, so that no writer loses another's.
CREATE TABLE "replaced_texts" (
  "id" UUID NOT NULL,
  "route_id" UUID NOT NULL,
  "title" TEXT NOT NULL,
  "teaser" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "replaced_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "replaced_texts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "replaced_texts_route_id_id_idx" ON "replaced_texts"("route_id", "id");
ALTER TABLE "replaced_texts"
  ADD CONSTRAINT "replaced_texts_route_id_fkey" FOREIGN KEY ("route_id")
  REFERENCES "stored_routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
