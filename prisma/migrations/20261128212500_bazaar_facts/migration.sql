-- Contract: look-outs became facts and plain warnings.
ALTER TABLE "catalog_entries"
  DROP COLUMN "look_outs",
  DROP COLUMN "checks",
  ADD COLUMN "payee_changed_at" TIMESTAMPTZ(3),
  ADD COLUMN "price_jumped_at" TIMESTAMPTZ(3);
ALTER TABLE "catalog_hosts" DROP COLUMN "is_any_path_paid", DROP COLUMN "any_path_at";
UPDATE "catalog_entries" SET "suspicions" = '{}', "looked_at" = NULL;
