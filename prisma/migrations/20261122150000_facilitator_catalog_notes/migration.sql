-- What a settled payment says to the catalog, until the catalog has taken it up.
ALTER TABLE "settlements" ADD COLUMN "catalog_note" JSONB;
CREATE INDEX "settlements_noted_idx" ON "settlements" ("decided_at") WHERE "catalog_note" IS NOT NULL AND "state" = 'settled';
