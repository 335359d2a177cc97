-- Archived texts and files end after a time, and shops can be closed.
ALTER TABLE "stored_routes" ADD COLUMN "archived_at" TIMESTAMPTZ(3), ADD COLUMN "erased_at" TIMESTAMPTZ(3);
ALTER TABLE "sellers" ADD COLUMN "closed_at" TIMESTAMPTZ(3);
-- The time begins now, so that operators can set it before the first text ends.
UPDATE "stored_routes" SET "archived_at" = now() WHERE "state" = 'archived';
CREATE INDEX "stored_routes_to_erase_idx" ON "stored_routes"("archived_at") WHERE "archived_at" IS NOT NULL AND "erased_at" IS NULL;
